import { documentKinds, entriesOf } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { Text } from '../field.ts';
import { masksOf } from '../table.ts';
import type { TableColumn, Filter, Mask } from '../table.ts';
import { pickFields } from '../picked.ts';
import type { Saying } from '../picked.ts';
import { hasField } from './fields.ts';
import { headFields } from './headFields.ts';
import { plainFields } from './plain.ts';
import type { HeadField } from './headFields.ts';

type HeadFields = typeof headFields;
export type HeadName = keyof HeadFields;
/** Fields of a document's reply. */
type RepliedHeadName = Exclude<HeadName, Saying<HeadFields, { readonly reads: 'list' | 'paper' }>>;
/** List fields, read from a column or by an expression. */
export type ListedName = Saying<HeadFields, { readonly lists: unknown }>;
/** Fields stored in a column and shown unchanged. */
export type KeptName = Saying<HeadFields, { readonly keeps: string }>;
/** Fields without further logic, handled by declaration alone. */
export type PlainName = Saying<
  HeadFields,
  { readonly enters: { readonly plain: 'head' | 'more' } }
>;
export type HeadFactName = Saying<HeadFields, { readonly prints: { readonly as: 'fact' } }>;
export type SumName = Saying<HeadFields, { readonly prints: { readonly as: 'sum' } }>;

/** Fields in order. */
export const headEntries = entriesOf<HeadName, HeadField>(headFields);

// SAFETY: `picked` picks exactly the fields named by the type; the compiler can't follow through the
// entries.
export const headReply = pickFields<HeadField, unknown>(
  headFields,
  ({ reads }) => reads !== 'list' && reads !== 'paper',
  ({ is }) => is.reply,
) as { readonly [N in RepliedHeadName]: HeadFields[N]['is']['reply'] };

type EnteredHeadName<Body> = Saying<
  HeadFields,
  { readonly enters: { readonly body: Body | 'any' } }
>;
const pickHeadBodyFields = (body: 'goods' | 'money') =>
  pickFields<HeadField, unknown>(
    headFields,
    ({ enters }) => enters?.body === body || enters?.body === 'any',
    ({ is }) => is.takes,
  );
const kind = { kind: Text(40) } as const;
/** Head of the body that saves a goods document. */
export const goodsBody = {
  ...kind,
  // SAFETY: exactly the fields entered on goods documents, see above.
  ...(pickHeadBodyFields('goods') as {
    readonly [N in EnteredHeadName<'goods'>]: HeadFields[N]['is']['takes'];
  }),
};
/** Head of the body that saves a money document. */
export const moneyBody = {
  ...kind,
  // SAFETY: exactly the fields entered on money documents, see above.
  ...(pickHeadBodyFields('money') as {
    readonly [N in EnteredHeadName<'money'>]: HeadFields[N]['is']['takes'];
  }),
};

/** Builds a kind's list columns; amounts, and columns with a mask of their own, get the kind's mask. */
export const columnsOfDocumentHead = (code: AnyKindCode, mask: Mask): Record<string, TableColumn> =>
  Object.fromEntries(
    headEntries.flatMap(([name, field]) => {
      const { lists, is } = field;
      if (lists === undefined || !hasField(code, field)) return [];
      const looks = typeof lists === 'function' ? lists(documentKinds[code], code) : lists;
      if (looks === null) return [];
      const own = masksOf(looks);
      const masks = own.length === 0 ? mask : [...new Set([mask, ...own])];
      const isMasked = is.column.type === 'money' || own.length > 0;
      return [[name, { ...is.column, ...looks, ...(isMasked ? { mask: masks } : {}) }]];
    }),
  );

/** Collects a kind's declared filters. */
export const headFilters = (code: AnyKindCode): Record<string, Filter> =>
  Object.fromEntries(
    headEntries.flatMap(([name, field]) =>
      field.filters === undefined || !hasField(code, field) ? [] : [[name, field.filters]],
    ),
  );

export type PlainHead = { readonly [N in PlainName]: Static<HeadFields[N]['is']['reply']> };
export const plainHead = plainFields<PlainHead>(
  Object.fromEntries(headEntries.filter(([, { enters }]) => (enters?.plain ?? null) !== null)),
);

/** Lists a kind's plain fields in one part of its form. */
export const plainFieldsAt = (code: AnyKindCode, at: 'head' | 'more'): readonly PlainName[] =>
  plainHead.namesOf(code).filter((name) => headFields[name].enters.plain === at);

interface PrintedHeadNames {
  readonly fact: HeadFactName;
  readonly sum: SumName;
}
const printedIn = <As extends keyof PrintedHeadNames>(as: As) =>
  headEntries
    .filter(([, { prints }]) => prints?.as === as)
    // SAFETY: the filter selects fields declared to print in this form.
    .map(([name]) => name as PrintedHeadNames[As]);
export const factFields = printedIn('fact');
export const sumFields = printedIn('sum');

export const printedFields = <As extends keyof PrintedHeadNames>(
  code: AnyKindCode,
  as: As,
): readonly PrintedHeadNames[As][] =>
  headEntries
    .filter(([, { prints, kinds }]) => {
      const rule = prints?.kinds ?? kinds;
      return prints?.as === as && (rule?.(documentKinds[code], code) ?? true);
    })
    // SAFETY: the filter selects fields declared to print in this form.
    .map(([name]) => name as PrintedHeadNames[As]);
