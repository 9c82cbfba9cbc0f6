import { FilterFilled, FilterOutlined } from '@ant-design/icons';
import type { Column } from '@tradehouse/contract';
import { readsAs } from '@tradehouse/contract';
import { Button, Checkbox, Input, Popover } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { t } from '../../phrase/index.ts';
import { LONGEST } from './ConditionRow.tsx';
import { isEmptyValue } from './filterState.ts';
import type { Headings } from './sieve.ts';
import { headingKind } from './sieve.ts';
import { choicesIn } from './sieveWords.ts';

type Values = Headings[string];

interface EntryProps {
  readonly name: string;
  readonly column: Column;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

const isDays = ({ type }: Column): boolean => type === 'day' || type === 'time';

/** One end of a range: a day, or a figure. */
const End = ({
  column,
  label,
  value,
  onChange,
}: {
  readonly column: Column;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode => (
  <label>
    <span>{label}</span>
    {isDays(column) ? (
      <DatePicker
        value={value === '' ? null : dayjs(value)}
        onChange={(day) => onChange(day?.format('YYYY-MM-DD') ?? '')}
      />
    ) : (
      <DecimalInput
        value={value}
        status={value === '' || readsAs(column, value) ? '' : 'error'}
        onChange={onChange}
      />
    )}
  </label>
);

function Entry({ name, column, values, onChange }: EntryProps): ReactNode {
  const [first = '', last = ''] = values.map(String);
  switch (headingKind(column)) {
    case 'choices':
      return (
        <Checkbox.Group
          options={[...choicesIn(name, column)]}
          value={values.map(String)}
          onChange={(next) => onChange(next.map(String))}
        />
      );
    case 'part':
      return (
        <label>
          <span>{t('sieve.part')}</span>
          <Input
            allowClear
            maxLength={LONGEST}
            value={first}
            onChange={(event) => onChange([event.target.value])}
          />
        </label>
      );
    case 'range':
      return (
        <>
          <End
            column={column}
            label={t('sieve.from')}
            value={first}
            onChange={(next) => onChange([next, last])}
          />
          <End
            column={column}
            label={t('sieve.to')}
            value={last}
            onChange={(next) => onChange([first, next])}
          />
        </>
      );
  }
}

interface FormProps extends EntryProps {
  readonly onAsk: (values: Values) => void;
}

function Form({ name, column, values, onChange, onAsk }: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isPart = headingKind(column) === 'part';
  const trimmed = values.map((value) => String(value).trim());
  const fits = isPart || trimmed.every((value) => value === '' || readsAs(column, value));
  return (
    <form
      ref={form}
      className="heading-filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits) onAsk(trimmed);
      }}
    >
      <Entry name={name} column={column} values={values} onChange={onChange} />
      <div className="heading-acts">
        <Button size="small" onClick={() => onAsk([])}>
          {t('sieve.dropHeading')}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={!fits}>
          {t('act.search')}
        </Button>
      </div>
    </form>
  );
}

export interface HeadingFilterProps {
  readonly name: string;
  readonly column: Column;
  /** What the column is called. */
  readonly title: string;
  readonly values: Values | undefined;
  readonly onAsk: (values: Values) => void;
}

/** Keeps from the heading what is meant for its filter: a click there puts the rows in order. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();

/** In the heading of a column: what its rows must be; a mark shows that something is asked for. */
export function HeadingFilter(props: HeadingFilterProps): ReactNode {
  const { name, column, title, values = [], onAsk } = props;
  const [draft, setDraft] = useState<Values | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const on = !isEmptyValue(values);
  const close = (): void => {
    setDraft(null);
    opener.current?.focus();
  };
  // Something must stand in it, or it would not open.
  const content = (
    <div
      role="presentation"
      onClick={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close();
      }}
    >
      {draft === null ? null : (
        <Form
          name={name}
          column={column}
          values={draft}
          onChange={setDraft}
          onAsk={(next) => {
            close();
            onAsk(next);
          }}
        />
      )}
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={draft !== null}
      onOpenChange={(open) => setDraft(open ? values : null)}
      content={content}
    >
      <button
        ref={opener}
        type="button"
        className={on ? 'heading-button on' : 'heading-button'}
        aria-label={t(on ? 'sieve.headingOn' : 'sieve.heading', { name: title })}
        aria-haspopup="dialog"
        aria-expanded={draft !== null}
        onClick={keep}
        onKeyDown={keep}
      >
        {on ? <FilterFilled aria-hidden /> : <FilterOutlined aria-hidden />}
      </button>
    </Popover>
  );
}
