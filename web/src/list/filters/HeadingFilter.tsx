import { FilterFilled, FilterOutlined } from '@ant-design/icons';
import type { TableColumn } from '@tradehouse/contract';
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
import type { HeadingFilters } from './sieve.ts';
import { headingKind } from './sieve.ts';
import { choicesIn } from './sieveWords.ts';

type HeadingValues = HeadingFilters[string];

interface EntryProps {
  readonly name: string;
  readonly column: TableColumn;
  readonly values: HeadingValues;
  readonly onChange: (values: HeadingValues) => void;
}

const isDays = ({ type }: TableColumn): boolean => type === 'day' || type === 'time';

/** One end of a range: a day or a figure. */
const End = ({
  column,
  label,
  value,
  onChange,
}: {
  readonly column: TableColumn;
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

interface HeadingFilterFormProps extends EntryProps {
  readonly onAsk: (values: HeadingValues) => void;
}

function HeadingFilterForm({
  name,
  column,
  values,
  onChange,
  onAsk,
}: HeadingFilterFormProps): ReactNode {
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
  readonly column: TableColumn;
  readonly title: string;
  readonly values: HeadingValues | undefined;
  readonly onAsk: (values: HeadingValues) => void;
}

/** Stops the filter's events before the heading, where a click sorts the rows. */
const stopHeadingEvent = (event: SyntheticEvent): void => event.stopPropagation();

/** Filter in a column's heading; a mark shows an active filter. */
export function HeadingFilter(props: HeadingFilterProps): ReactNode {
  const { name, column, title, values = [], onAsk } = props;
  const [draft, setDraft] = useState<HeadingValues | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const on = !isEmptyValue(values);
  const close = (): void => {
    setDraft(null);
    opener.current?.focus();
  };
  // The menu needs content: an empty menu would not open.
  const content = (
    <div
      role="presentation"
      onClick={stopHeadingEvent}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close();
      }}
    >
      {draft === null ? null : (
        <HeadingFilterForm
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
        onClick={stopHeadingEvent}
        onKeyDown={stopHeadingEvent}
      >
        {on ? <FilterFilled aria-hidden /> : <FilterOutlined aria-hidden />}
      </button>
    </Popover>
  );
}
