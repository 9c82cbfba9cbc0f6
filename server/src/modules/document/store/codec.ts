// The columns of a head and what they are while a document is worked on: said once, for loading and for writing.
import { headFields, plainHead } from '@tradehouse/contract';
import type { KeptName, PlainName } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import type { DocumentRow } from './load.ts';
import type { Head, HeadAmounts, Stored } from './stored.ts';

/** `exact` is a decimal, perhaps none; `instant` a moment, perhaps none; `json` anything that JSON holds. */
type How = 'asIs' | 'exact' | 'instant' | 'json';
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** Decimals are exact, and nothing else is. */
type HowOf<Value> = Exclude<Value, null> extends Decimal ? 'exact' : Exclude<How, 'exact'>;
/** The columns that have a property of the same name, written as code writes it. */
type ColumnsOf<Part> = Readonly<
  Partial<{
    [C in keyof DocumentRow]: Camel<C> extends keyof Part ? HowOf<Part[Camel<C>]> : never;
  }>
>;

/** What postings read. */
const documentColumns = {
  kind: 'asIs',
  business_date: 'asIs',
  partner_id: 'asIs',
  approval: 'asIs',
  needs_approval: 'asIs',
  tax_mode: 'asIs',
  money_digits: 'asIs',
  currency: 'asIs',
  exchange_rate: 'exact',
  payment: 'asIs',
  travels: 'asIs',
  discount_rate: 'exact',
  discount: 'exact',
  service_rate: 'exact',
  service_charge: 'exact',
  other_fees: 'exact',
  freight: 'exact',
  allocate_by: 'asIs',
  deposit_used: 'exact',
  deposit_booked: 'exact',
  bonus: 'exact',
  paid_now: 'exact',
} as const satisfies ColumnsOf<Document>;

/** What else every save sets. */
const headColumns = {
  business_time: 'instant',
  warehouse_ids: 'asIs',
  editor_id: 'asIs',
  handler_id: 'asIs',
  salesperson_ids: 'asIs',
  approver_id: 'asIs',
  approved_at: 'instant',
  summary: 'asIs',
  activity_id: 'asIs',
  payment_kind: 'asIs',
  due_on: 'asIs',
  attachments: 'json',
  source_numbers: 'asIs',
  remark: 'asIs',
  subject: 'asIs',
} as const satisfies ColumnsOf<Head>;

const amountColumns = {
  goods_amount: 'exact',
  tax_amount: 'exact',
  total_amount: 'exact',
  payable: 'exact',
  debt: 'exact',
  received: 'exact',
  change_given: 'exact',
  total_quantity: 'exact',
} as const satisfies ColumnsOf<HeadAmounts>;

/** What a save leaves alone: set once, or by what comes of the document. */
const keptColumns = {
  version: 'asIs',
  creator_id: 'asIs',
  institution_id: 'asIs',
  progress: 'asIs',
  purchase_progress: 'asIs',
  settled: 'exact',
  settled_off: 'exact',
  deposit_taken: 'exact',
  deposit_taken_off: 'exact',
  imported_from: 'asIs',
} as const satisfies ColumnsOf<Head>;

/** A column, the property that it is, and how. */
type Place = readonly [column: keyof DocumentRow, property: string, how: How];

const camel = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const placesOf = (columns: Readonly<Partial<Record<keyof DocumentRow, How>>>): readonly Place[] =>
  // SAFETY: the keys of these constants are columns.
  (Object.entries(columns) as [keyof DocumentRow, How][]).map(([column, how]) => [
    column,
    camel(column),
    how,
  ]);
/** The column of every field that one keeps: what is no column does not compile. */
const columnOf: Readonly<Record<KeptName, { readonly keeps: keyof DocumentRow }>> = headFields;
/** The fields that are kept by their declaration alone. */
const plainPlaces = plainHead.names.map((name): Place => [columnOf[name].keeps, name, 'asIs']);

const saved = {
  document: placesOf(documentColumns),
  head: [...placesOf(headColumns), ...plainPlaces],
  amounts: placesOf(amountColumns),
};
const kept = placesOf(keptColumns);

const loading: Readonly<Record<How, (value: unknown) => unknown>> = {
  asIs: (value) => value,
  // SAFETY: the database answers exact numbers as texts.
  exact: (value) => (value === null ? null : decimal(value as string)),
  instant: (value) => (value === null ? null : String(value)),
  json: (value) => value,
};
const writing: Readonly<Record<How, (value: unknown) => unknown>> = {
  asIs: (value) => value,
  // SAFETY: a part that is kept so is a decimal; the places are checked against its type.
  exact: (value) => (value === null ? null : plain(value as Decimal)),
  instant: (value) => value,
  json: (value) => JSON.stringify(value),
};

const loaded = (row: DocumentRow, places: readonly Place[]): object =>
  Object.fromEntries(
    places.map(([column, property, how]) => [property, loading[how](row[column])]),
  );
// SAFETY: a part by the names of its properties, as its places name them.
const written = (part: object, places: readonly Place[]) =>
  places.map(
    ([column, property, how]) =>
      [column, writing[how]((part as Readonly<Record<string, unknown>>)[property])] as const,
  );

type PartOf<Part, Columns> = Pick<Part, keyof Part & Camel<keyof Columns & string>>;
// SAFETY: each constant is checked against the part whose columns it names; amounts and heads have no others but those
// of lines, accounts and an order's life, which are read beside them.
export const loadDocument = (row: DocumentRow) =>
  loaded(row, saved.document) as PartOf<Document, typeof documentColumns>;
// SAFETY: as above.
export const loadHead = (row: DocumentRow) =>
  ({
    ...loaded(row, [...saved.head, ...kept]),
    amounts: loaded(row, saved.amounts),
  }) as PartOf<Head, typeof headColumns & typeof keptColumns> &
    Pick<Head, PlainName> & { readonly amounts: PartOf<HeadAmounts, typeof amountColumns> };

/** The columns that saving sets, new or changed, and their values. */
export const savedColumns = ({ document, head }: Stored) => [
  ...written(document, saved.document),
  ...written(head, saved.head),
  ...written(head.amounts, saved.amounts),
];
