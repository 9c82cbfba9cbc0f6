import type { Filter } from '@tradehouse/contract';
import { Input, Select } from 'antd';
import { DatePicker } from '../../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { CategorySelect } from '../../control/CategorySelect.tsx';
import type { DateRangeDays } from '../../control/DateRange.tsx';
import { DateRange } from '../../control/DateRange.tsx';
import {
  AccountSelect,
  AccountsSelect,
  ActivitySelect,
  BrandSelect,
  InOutItemSelect,
  LedgerAccountSelect,
  PartnerSelect,
  PersonSelect,
  ProductSelect,
  UserSelect,
  WarehouseSelect,
  WarehousesSelect,
} from '../../control/references.tsx';
import { InstitutionSelect } from '../../control/InstitutionSelect.tsx';
import { RevenueClassSelect } from '../../control/RevenueClassSelect.tsx';
import { namedClear } from '../../control/namedClear.tsx';
import { t } from '../../phrase/index.ts';
import { choiceOf, flagWord, textWidth } from '../../record/labels.ts';
import { textsOfValue } from '../../record/textsIn.ts';

export interface FilterControlProps {
  readonly id: string;
  readonly name: string;
  readonly filter: Filter;
  readonly value: unknown;
  /** Name of the referenced record, if known. */
  readonly word: string | undefined;
  /** Placeholder of a text field without space for a name. */
  readonly hint?: string | undefined;
  /** `apply`: chosen, not typed, and applied at once. `shown`: text for the chip. */
  readonly onChange: (value: unknown, apply: boolean, shown?: string) => void;
}

const textFromFilterValue = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;

type Reference = Exclude<
  Filter['control'],
  | 'text'
  | 'choice'
  | 'choices'
  | 'dates'
  | 'day'
  | 'flag'
  | 'year'
  | 'warehouses'
  | 'accounts'
  | 'category'
  | 'institution'
  | 'revenueClass'
>;

function ReferenceFilter({
  control,
  itemType,
  ...props
}: {
  readonly control: Reference;
  readonly itemType: Filter['itemType'];
  readonly id: string;
  readonly name: string | undefined;
  readonly value: string | null;
  readonly onChange: (id: string | null, choice: { readonly name: string } | null) => void;
}): ReactNode {
  switch (control) {
    case 'supplier':
    case 'customer':
    case 'member':
      return <PartnerSelect type={control} {...props} />;
    case 'partner':
      return <PartnerSelect type="any" {...props} />;
    case 'warehouse':
      return <WarehouseSelect {...props} />;
    case 'account':
      return <AccountSelect {...props} />;
    case 'user':
      return <UserSelect {...props} />;
    case 'person':
      return <PersonSelect {...props} />;
    case 'brand':
      return <BrandSelect {...props} />;
    case 'product':
      return <ProductSelect {...props} />;
    case 'inOutItem':
      return <InOutItemSelect type={itemType} {...props} />;
    case 'ledgerAccount':
      return <LedgerAccountSelect {...props} />;
    case 'activity':
      return <ActivitySelect {...props} />;
  }
}

const optionsOfChoiceFilter = (name: string, choices: readonly string[] | undefined) =>
  (choices ?? []).map((choice) => ({ value: choice, label: choiceOf(name, choice) }));

const optionsOfFlagFilter = (name: string) =>
  [true, false].map((on) => ({ value: String(on), label: flagWord(name, on) }));

/** Pixels beside a chosen word: the borders and the arrow. */
const AROUND_CHOICE = 44;

interface ChoiceFilterProps {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly choices: readonly string[] | undefined;
  readonly onChoose: (next: unknown) => void;
}

const FlagFilter = ({ id, name, value, onChoose }: ChoiceFilterProps): ReactNode => (
  <Select<string>
    id={id}
    allowClear={namedClear()}
    placeholder={t('filter.any')}
    value={value === undefined ? null : String(value)}
    options={optionsOfFlagFilter(name)}
    onChange={(flag) => onChoose(flag === undefined ? undefined : flag === 'true')}
  />
);

const ChoiceFilter = ({
  id,
  name,
  value,
  choices,
  required,
  onChoose,
}: ChoiceFilterProps & { readonly required: boolean }): ReactNode => {
  const options = optionsOfChoiceFilter(name, choices);
  const chosen = options.find((option) => option.value === textFromFilterValue(value));
  return (
    <Select<string>
      id={id}
      allowClear={!required && namedClear()}
      placeholder={t('filter.any')}
      value={textFromFilterValue(value)}
      options={options}
      onChange={onChoose}
      {...(chosen && { style: { minWidth: textWidth(chosen.label) + AROUND_CHOICE } })}
    />
  );
};

const ChoicesFilter = ({ id, name, value, choices, onChoose }: ChoiceFilterProps): ReactNode => (
  <Select<string[]>
    id={id}
    mode="multiple"
    allowClear={namedClear()}
    maxTagCount="responsive"
    placeholder={t('filter.any')}
    value={textsOfValue(value)}
    options={optionsOfChoiceFilter(name, choices)}
    onChange={onChoose}
  />
);

const dayFormats = { date: 'YYYY-MM-DD', year: 'YYYY' } as const;

/** Picks a day, or a year by its first day. */
const DayFilter = ({
  id,
  picker,
  value,
  required,
  onChoose,
}: Pick<ChoiceFilterProps, 'id' | 'value' | 'onChoose'> & {
  readonly picker: keyof typeof dayFormats;
  readonly required: boolean;
}): ReactNode => (
  <DatePicker
    id={id}
    picker={picker}
    value={value === undefined ? null : dayjs(textFromFilterValue(value))}
    allowClear={!required}
    onChange={(day) => onChoose(day?.format(dayFormats[picker]))}
  />
);

/** Input control of a filter. */
export function FilterControl({
  id,
  name,
  filter,
  value,
  word,
  hint,
  onChange,
}: FilterControlProps): ReactNode {
  const choose = (next: unknown): void => onChange(next ?? undefined, true);
  const choosing = { id, name, value, choices: filter.choices, onChoose: choose };
  const required = filter.required === true;
  switch (filter.control) {
    case 'text':
      return (
        <Input
          id={id}
          allowClear
          placeholder={hint}
          value={textFromFilterValue(value) ?? ''}
          onChange={(event) => onChange(event.target.value, event.type === 'click')}
        />
      );
    case 'flag':
      return <FlagFilter {...choosing} />;
    case 'choice':
      return <ChoiceFilter {...choosing} required={required} />;
    case 'choices':
      return <ChoicesFilter {...choosing} />;
    case 'year':
      return <DayFilter {...choosing} picker="year" required={required} />;
    case 'accounts':
      return <AccountsSelect id={id} value={textsOfValue(value)} onChange={choose} />;
    case 'warehouses':
      return <WarehousesSelect id={id} value={textsOfValue(value)} onChange={choose} />;
    case 'dates':
      return (
        <DateRange
          id={id}
          // SAFETY: the filter is set only here, or starts with two days.
          value={(value as DateRangeDays | undefined) ?? null}
          allowClear={!required}
          onChange={choose}
        />
      );
    case 'day':
      return <DayFilter {...choosing} picker="date" required={required} />;
    case 'category':
      return <CategorySelect id={id} value={textFromFilterValue(value)} onChange={choose} />;
    case 'institution':
      return <InstitutionSelect id={id} value={textFromFilterValue(value)} onChange={choose} />;
    case 'revenueClass':
      return <RevenueClassSelect id={id} value={textFromFilterValue(value)} onChange={choose} />;
    default:
      return (
        <ReferenceFilter
          control={filter.control}
          itemType={filter.itemType}
          id={id}
          name={word}
          value={textFromFilterValue(value)}
          onChange={(next, choice) => onChange(next ?? undefined, true, choice?.name)}
        />
      );
  }
}
