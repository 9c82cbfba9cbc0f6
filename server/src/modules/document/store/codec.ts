// Mapping of head columns and domain properties, once for loading and writing.
import { headFields, plainHead } from '@tradehouse/contract';
import type { KeptName, PlainName } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import type { DocumentRow } from './load.ts';
import type { StoredHead, HeadAmounts, StoredDocument } from './stored.ts';

/** `exact`: a nullable decimal; `instant`: a nullable timestamp; `json`: any JSON value. */
type ColumnEncoding = 'asIs' | 'exact' | 'instant' | 'json';
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** Decimals are exact, and nothing else is. */
type HowOf<Value> =
  Exclude<Value, null> extends Decimal ? 'exact' : Exclude<ColumnEncoding, 'exact'>;
/** Columns with a property of the camel-case name. */
type ColumnsOf<Part> = Readonly<
  Partial<{
    [C in keyof DocumentRow]: Camel<C> extends keyof Part ? HowOf<Part[Camel<C>]> : never;
  }>
>;

/** Columns read by postings. */
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
  payment_fee: 'exact',
  settled_fees: 'exact',
} as const satisfies ColumnsOf<Document>;

/** Further columns set by every save. */
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
} as const satisfies ColumnsOf<StoredHead>;

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

/** Columns never changed by a save: set once, or by linked documents. */
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
} as const satisfies ColumnsOf<StoredHead>;

type HeadColumnMapping = readonly [
  column: keyof DocumentRow,
  property: string,
  how: ColumnEncoding,
];

const camelCaseColumn = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const headColumnMappingsOf = (
  columns: Readonly<Partial<Record<keyof DocumentRow, ColumnEncoding>>>,
): readonly HeadColumnMapping[] =>
  // SAFETY: the keys of these constants are columns.
  (Object.entries(columns) as [keyof DocumentRow, ColumnEncoding][]).map(([column, how]) => [
    column,
    camelCaseColumn(column),
    how,
  ]);
/** Column of each stored field; a missing column fails to compile. */
const columnOf: Readonly<Record<KeptName, { readonly keeps: keyof DocumentRow }>> = headFields;
/** Fields stored by their declaration alone. */
const plainPlaces = plainHead.names.map((name): HeadColumnMapping => [
  columnOf[name].keeps,
  name,
  'asIs',
]);

const saved = {
  document: headColumnMappingsOf(documentColumns),
  head: [...headColumnMappingsOf(headColumns), ...plainPlaces],
  amounts: headColumnMappingsOf(amountColumns),
};
const kept = headColumnMappingsOf(keptColumns);

const loading: Readonly<Record<ColumnEncoding, (value: unknown) => unknown>> = {
  asIs: (value) => value,
  // SAFETY: the database returns exact numbers in text form.
  exact: (value) => (value === null ? null : decimal(value as string)),
  instant: (value) => (value === null ? null : String(value)),
  json: (value) => value,
};
const writing: Readonly<Record<ColumnEncoding, (value: unknown) => unknown>> = {
  asIs: (value) => value,
  // SAFETY: a part stored exactly is a decimal; the places are checked against the part's type.
  exact: (value) => (value === null ? null : toPlainDecimal(value as Decimal)),
  instant: (value) => value,
  json: (value) => JSON.stringify(value),
};

const loadHeadPart = (row: DocumentRow, places: readonly HeadColumnMapping[]): object =>
  Object.fromEntries(
    places.map(([column, property, how]) => [property, loading[how](row[column])]),
  );
// SAFETY: the part is read by the property names of the places.
const headPartToColumns = (part: object, places: readonly HeadColumnMapping[]) =>
  places.map(
    ([column, property, how]) =>
      [column, writing[how]((part as Readonly<Record<string, unknown>>)[property])] as const,
  );

type PartOf<Part, Columns> = Pick<Part, keyof Part & Camel<keyof Columns & string>>;
// SAFETY: each constant is checked against the part; amounts and heads have no further columns except
// lines, accounts and an order's life, read separately.
export const loadDocument = (row: DocumentRow) =>
  loadHeadPart(row, saved.document) as PartOf<Document, typeof documentColumns>;
// SAFETY: like `loadDocument`.
export const loadHead = (row: DocumentRow) =>
  ({
    ...loadHeadPart(row, [...saved.head, ...kept]),
    amounts: loadHeadPart(row, saved.amounts),
  }) as PartOf<StoredHead, typeof headColumns & typeof keptColumns> &
    Pick<StoredHead, PlainName> & { readonly amounts: PartOf<HeadAmounts, typeof amountColumns> };

export const savedColumns = ({ document, head }: StoredDocument) => [
  ...headPartToColumns(document, saved.document),
  ...headPartToColumns(head, saved.head),
  ...headPartToColumns(head.amounts, saved.amounts),
];
