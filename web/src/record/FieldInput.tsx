import { namedClear } from '../control/namedClear.tsx';
import { AutoComplete, Input, Select, Switch } from 'antd';
import { DatePicker } from '../control/DatePicker.tsx';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { CategorySelect } from '../control/CategorySelect.tsx';
import { FunctionSelect } from '../control/FunctionSelect.tsx';
import { InstitutionSelect, InstitutionsSelect } from '../control/InstitutionSelect.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { WholeNumberInput } from '../control/WholeNumberInput.tsx';
import { PageSelect } from '../control/PageSelect.tsx';
import { LogoInput } from '../control/Pictures.tsx';
import { RevenueClassSelect } from '../control/RevenueClassSelect.tsx';
import { ValueTags } from '../control/ValueTags.tsx';
import {
  AccountSelect,
  ApplicationSelect,
  BarcodeSelect,
  InOutItemSelect,
  LedgerAccountSelect,
  PriceListSelect,
  PartnerSelect,
  PersonSelect,
  UnitSelect,
  KeeperSelect,
  UserSelect,
  WarehouseSelect,
} from '../control/references.tsx';
import { t } from '../phrase/index.ts';
import { choiceOf } from './labels.ts';
import type { RecordFormField } from './recordTypes.ts';

export interface FieldInputProps {
  readonly field: RecordFormField;
  readonly disabled: boolean;
  /** Name of a referenced record, sent by the server. */
  readonly known: string | undefined;
  readonly maxLength: number | null;
  /** Id of the edited record; null: new. */
  readonly self: string | null;
  /** Given by the form's item. */
  readonly id?: string;
  readonly value?: never;
  readonly onChange?: never;
}

const optionsOfField = ({ name, choices }: RecordFormField) =>
  (choices ?? []).map((choice) => ({ value: choice, label: choiceOf(name, choice) }));

interface DayProps {
  readonly id?: string;
  readonly disabled: boolean;
  readonly value?: string | null;
  readonly onChange?: (day: string | null) => void;
}

/** Calendar date in YYYY-MM-DD. */
const DayInput = ({ value = null, onChange, ...props }: DayProps): ReactNode => (
  <DatePicker
    {...props}
    className="wide"
    value={value === null ? null : dayjs(value)}
    onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
  />
);

/** Control of a field; the form item passes id, value and onChange. */
export function FieldInput({ field, known, maxLength, self, ...item }: FieldInputProps): ReactNode {
  const limit = maxLength === null ? {} : { maxLength };
  const except = field.exceptSelf === true && self !== null ? { except: self } : {};
  const reference = { ...item, name: known };
  const { control = 'text' } = field;
  switch (control) {
    case 'area':
      return <Input.TextArea {...item} {...limit} autoSize={{ minRows: 2, maxRows: 6 }} />;
    case 'decimal':
      return <DecimalInput {...item} suffix={field.suffix} />;
    case 'integer':
      return <WholeNumberInput {...item} />;
    case 'choice':
      return (
        <Select {...item} placeholder={t('select.placeholder')} options={optionsOfField(field)} />
      );
    case 'choices':
      return (
        <Select
          {...item}
          mode="multiple"
          allowClear={namedClear()}
          options={optionsOfField(field)}
        />
      );
    case 'suggest':
      return (
        <AutoComplete
          {...item}
          options={(field.choices ?? []).map((choice) => ({ value: choiceOf(field.name, choice) }))}
        />
      );
    case 'day':
      return <DayInput {...item} />;
    case 'flag': {
      const { value, ...rest } = item;
      return <Switch {...rest} checked={value === true} />;
    }
    case 'warehouse':
      return <WarehouseSelect {...reference} />;
    case 'account':
      return <AccountSelect {...reference} />;
    case 'page':
      return <PageSelect {...item} />;
    case 'user':
      return <UserSelect {...reference} />;
    case 'keeper':
      return <KeeperSelect {...reference} />;
    case 'person':
      return <PersonSelect {...reference} />;
    case 'unit':
      return <UnitSelect {...reference} />;
    case 'item':
      return <InOutItemSelect type="income" {...reference} />;
    case 'values':
      return <ValueTags {...item} />;
    case 'logo':
      return <LogoInput {...item} />;
    case 'category':
      return <CategorySelect {...item} {...except} />;
    case 'revenueClass':
      return <RevenueClassSelect {...item} {...except} />;
    case 'application':
      return <ApplicationSelect {...reference} />;
    case 'priceList':
      return <PriceListSelect {...reference} />;
    case 'barcode':
      return <BarcodeSelect {...reference} />;
    case 'ledgerAccount':
      return <LedgerAccountSelect {...reference} />;
    case 'function':
      return <FunctionSelect {...item} {...except} />;
    case 'institution':
      return <InstitutionSelect {...item} {...except} />;
    case 'institutions':
      return <InstitutionsSelect {...item} />;
    case 'supplier':
    case 'customer':
    case 'member':
      return <PartnerSelect type={control} {...reference} />;
    case 'partner':
      return <PartnerSelect type="any" {...reference} />;
    default:
      return <Input {...item} {...limit} suffix={field.suffix} autoComplete="off" />;
  }
}
