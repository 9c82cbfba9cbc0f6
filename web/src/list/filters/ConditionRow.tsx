import { DeleteOutlined } from '@ant-design/icons';
import type { TableColumn, ConditionRule, TableDeclaration } from '@tradehouse/contract';
import { rulesOf } from '@tradehouse/contract';
import { Input, Select } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { IconButton } from '../../control/IconButton.tsx';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { textsOfValue } from '../../record/textsIn.ts';
import type { ConditionDraft } from './conditionDraft.ts';
import { aboutColumn, byRule, entryOfCondition } from './conditionDraft.ts';
import { choicesIn, ruleWord } from './sieveWords.ts';

/** Maximum length of a text to compare with. */
export const LONGEST = 200;

interface ValueProps {
  readonly name: string;
  readonly column: TableColumn;
  readonly rule: ConditionRule;
  readonly value: ConditionDraft['val'];
  readonly onChange: (value: ConditionDraft['val']) => void;
  readonly 'aria-label': string;
  readonly 'aria-describedby': string | undefined;
  readonly status: 'error' | '';
}

/** Edits a condition's value by the column's type. */
function ValueControl({ name, column, rule, value, onChange, ...rest }: ValueProps): ReactNode {
  const text = typeof value === 'string' ? value : '';
  switch (entryOfCondition(column, rule)) {
    case 'none':
      return null;
    case 'choice':
      return (
        <Select<string | null>
          {...rest}
          value={text === '' ? null : text}
          options={[...choicesIn(name, column)]}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'choices':
      return (
        <Select<string[]>
          {...rest}
          mode="multiple"
          optionFilterProp="label"
          value={textsOfValue(value)}
          options={[...choicesIn(name, column)]}
          onChange={onChange}
        />
      );
    case 'several':
      return (
        <Select<string[]>
          {...rest}
          mode="tags"
          open={false}
          suffixIcon={null}
          placeholder={t('sieve.several')}
          tokenSeparators={['\n', ';', '；']}
          value={textsOfValue(value)}
          onChange={onChange}
        />
      );
    case 'day':
      return (
        <DatePicker
          {...rest}
          value={text === '' ? null : dayjs(text)}
          onChange={(day) => onChange(day?.format('YYYY-MM-DD') ?? '')}
        />
      );
    case 'figure':
      return <DecimalInput {...rest} value={text} onChange={onChange} />;
    default:
      return (
        <Input
          {...rest}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

export interface ConditionRowProps {
  readonly table: TableDeclaration;
  /** From 1. */
  readonly number: number;
  readonly draft: ConditionDraft;
  /** Columns available for conditions. */
  readonly names: readonly string[];
  readonly wrong: string | null;
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onDrop: () => void;
}

/** A row of the advanced query: column, rule, value. */
export function ConditionRow(props: ConditionRowProps): ReactNode {
  const { table, number, draft, names, wrong, onChange, onDrop } = props;
  const id = useId();
  const { field } = draft;
  const column = field === undefined ? undefined : table.columns[field];
  const status = wrong === null ? '' : 'error';
  return (
    <fieldset className="condition" data-column={field}>
      <legend className="unseen">{t('sieve.row', { n: number })}</legend>
      <Select<string | null>
        aria-label={t('sieve.column')}
        placeholder={t('sieve.column')}
        showSearch={{ optionFilterProp: 'label' }}
        status={column === undefined ? status : ''}
        value={field ?? null}
        options={names.map((name) => ({ value: name, label: labelOfColumn(table, name) }))}
        onChange={(name) => {
          if (name !== null) onChange(aboutColumn(table, draft, name));
        }}
      />
      {field === undefined || column === undefined ? null : (
        <>
          <Select<ConditionRule>
            aria-label={t('sieve.rule')}
            value={draft.rule}
            options={rulesOf[column.type].map((rule) => ({ value: rule, label: ruleWord(rule) }))}
            onChange={(rule) => onChange(byRule(table, draft, rule))}
          />
          <ValueControl
            name={field}
            column={column}
            rule={draft.rule}
            value={draft.val}
            onChange={(val) => onChange({ ...draft, val })}
            aria-label={t('sieve.value')}
            aria-describedby={wrong === null ? undefined : id}
            status={status}
          />
        </>
      )}
      <IconButton
        className="condition-drop"
        icon={<DeleteOutlined aria-hidden />}
        label={t('sieve.drop', { n: number })}
        onClick={onDrop}
      />
      {wrong === null ? null : (
        <p id={id} role="alert" className="condition-wrong">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
