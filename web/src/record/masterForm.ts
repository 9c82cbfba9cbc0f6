import type {
  Called,
  FieldType,
  InputOf,
  RecordField,
  UniqueField,
  UniqueRule,
} from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { language } from '../app/session/language.ts';
import { ruleOf } from './fieldSchema.ts';
import { codeQuestion } from './freeName.ts';
import type { RecordFormProps } from './listTypes.ts';
import { recordForm } from './recordForm.tsx';
import type {
  RecordFormField,
  FieldControl,
  RecordDefinition,
  RecordResource,
} from './recordTypes.ts';

/** Record whose fields the contract declares. */
export interface DeclaredRecord extends RecordResource {
  readonly table: { readonly id: string };
  readonly called: Called;
  readonly declares: Readonly<Record<string, RecordField>>;
  readonly unique: UniqueRule;
  readonly alsoUnique?: Readonly<Partial<Record<string, UniqueField>>>;
}

const controls: Readonly<Record<FieldType['column']['type'], FieldControl>> = {
  text: 'text',
  integer: 'integer',
  quantity: 'decimal',
  money: 'decimal',
  price: 'decimal',
  percent: 'decimal',
  flag: 'flag',
  choice: 'choice',
  day: 'day',
  time: 'text',
  tags: 'choices',
  id: 'text',
};

const inForm = ([, { enters }]: readonly [string, RecordField]): boolean => enters === 'form';
const isLong = ([, { is }]: readonly [string, RecordField]): boolean => is.entry === 'area';

type NameIn<R extends DeclaredRecord> = keyof InputOf<R['add']> & string;
/** Parts of a form beyond the record's declaration. */
interface MasterForm<R extends DeclaredRecord> extends Omit<
  RecordDefinition<R>,
  'resource' | 'table' | 'title' | 'fields'
> {
  /** Name of the record; default: from the declaration. */
  readonly title?: string;
  /** Table of the labels; default: the record's own list. */
  readonly table?: { readonly id: string };
  /** Fields in form order; default: all declared form fields, in declaration order. */
  readonly asks?: readonly NameIn<R>[];
  /** Field properties that depend on other fields, or extend the declaration. */
  readonly own?: Readonly<Partial<Record<NameIn<R>, Omit<RecordFormField, 'name'>>>>;
}

/** Check of a unique value while typing; choices are checked on saving. */
const uniqueCheck = (
  name: string,
  { field }: UniqueRule,
  place: UniqueField | undefined,
): Pick<RecordFormField, 'unique'> => {
  if (name === field) return { unique: true };
  return place === undefined ? {} : { unique: codeQuestion(place) };
};

/** The fields of a record's form, in the order of their declaration; texts of several lines stand last. */
export function typedFields<R extends DeclaredRecord>(
  { declares, unique, alsoUnique = {} }: R,
  { fixed = {}, asks, own }: MasterForm<R> = {},
): readonly RecordFormField<NameIn<R>>[] {
  const more: Readonly<Partial<Record<string, Omit<RecordFormField, 'name'>>>> = own ?? {};
  const typed = Object.entries(declares).filter((each) => inForm(each) && !(each[0] in fixed));
  const inOrder = [...typed.filter((each) => !isLong(each)), ...typed.filter(isLong)];
  const asked = asks?.flatMap((name) => inOrder.filter(([each]) => each === name)) ?? inOrder;
  return asked.map(([name, { is }]) => ({
    // SAFETY: the call accepts every field of the form.
    name: name as NameIn<R>,
    control: is.entry ?? controls[is.column.type],
    ...(is.column.choices === undefined ? {} : { choices: is.column.choices }),
    ...(is.entry === 'area' ? { wide: true } : {}),
    ...(is.column.choices === undefined ? uniqueCheck(name, unique, alsoUnique[name]) : {}),
    ...more[name],
  }));
}

/** Required choices start with the first choice. */
const firstChoices = <R extends DeclaredRecord>({ add }: R, fields: readonly RecordFormField[]) =>
  Object.fromEntries(
    fields
      .filter(({ name, control }) => control === 'choice' && ruleOf(add.input, name).required)
      .map(({ name, choices: [first] = [] }) => [name, first]),
  );

/** Creates the form of a master data record from the declared fields. */
export const masterForm = <R extends DeclaredRecord>(
  record: R,
  form: MasterForm<R> = {},
): ComponentType<RecordFormProps> => {
  const { own: _own, asks: _asks, initial, ...definition } = form;
  const fields = typedFields(record, form);
  return recordForm({
    table: record.table,
    title: record.called[language].toLowerCase(),
    ...definition,
    resource: record,
    fields,
    initial: { ...firstChoices(record, fields), ...initial },
  });
};
