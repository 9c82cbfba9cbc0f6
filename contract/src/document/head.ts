import { documentKinds, entriesOf } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { Text } from '../field.ts';
import type { Column, Filter, Mask } from '../table.ts';
import { picked } from '../picked.ts';
import type { Saying } from '../picked.ts';
import { hasField } from './fields.ts';
import { headFields } from './headFields.ts';
import { plainFields } from './plain.ts';
import type { HeadField } from './headFields.ts';

type Fields = typeof headFields;
export type HeadName = keyof Fields;
/** Fields that a document's reply has. */
type Replied = Exclude<HeadName, Saying<Fields, { readonly reads: 'list' | 'paper' }>>;
/** Fields that a list may have, and where a list reads them: from their column, or by an expression of their own. */
export type ListedName = Saying<Fields, { readonly lists: unknown }>;
/** Kept in a column and shown as it stands there. */
export type KeptName = Saying<Fields, { readonly keeps: string }>;
/** Nothing hangs on them: they are entered, kept and shown by their declaration alone. */
export type PlainName = Saying<Fields, { readonly enters: { readonly plain: 'head' | 'more' } }>;
export type FactName = Saying<Fields, { readonly prints: { readonly as: 'fact' } }>;
export type SumName = Saying<Fields, { readonly prints: { readonly as: 'sum' } }>;

/** Every field with its name, in order. */
export const headEntries = entriesOf<HeadName, HeadField>(headFields);

// SAFETY: it picks the very fields that its type names, which the compiler can't follow through the entries.
export const headReply = picked<HeadField, unknown>(
  headFields,
  ({ reads }) => reads !== 'list' && reads !== 'paper',
  ({ is }) => is.reply,
) as { readonly [N in Replied]: Fields[N]['is']['reply'] };

type Entered<Body> = Saying<Fields, { readonly enters: { readonly body: Body | 'any' } }>;
const entered = (body: 'goods' | 'money') =>
  picked<HeadField, unknown>(
    headFields,
    ({ enters }) => enters?.body === body || enters?.body === 'any',
    ({ is }) => is.takes,
  );
const kind = { kind: Text(40) } as const;
/** The head of a body that saves a document of goods. */
export const goodsBody = {
  ...kind,
  // SAFETY: as above, the very fields that are entered of goods.
  ...(entered('goods') as { readonly [N in Entered<'goods'>]: Fields[N]['is']['takes'] }),
};
/** The same of money. */
export const moneyBody = {
  ...kind,
  // SAFETY: as above, the very fields that are entered of money.
  ...(entered('money') as { readonly [N in Entered<'money'>]: Fields[N]['is']['takes'] }),
};

/** The columns of a kind's list; amounts are masked as the kind's are. */
export const headColumns = (code: AnyKindCode, mask: Mask): Record<string, Column> =>
  Object.fromEntries(
    headEntries.flatMap(([name, field]) => {
      const { lists, is } = field;
      if (lists === undefined || !hasField(code, field)) return [];
      const looks = typeof lists === 'function' ? lists(documentKinds[code], code) : lists;
      const masked = is.column.type === 'money' ? { mask } : {};
      return looks === null ? [] : [[name, { ...is.column, ...masked, ...looks }]];
    }),
  );

/** The filters that fields of a kind bring along. */
export const headFilters = (code: AnyKindCode): Record<string, Filter> =>
  Object.fromEntries(
    headEntries.flatMap(([name, field]) =>
      field.filters === undefined || !hasField(code, field) ? [] : [[name, field.filters]],
    ),
  );

/** What the plain fields say. */
export type PlainHead = { readonly [N in PlainName]: Static<Fields[N]['is']['reply']> };
export const plainHead = plainFields<PlainHead>(
  Object.fromEntries(headEntries.filter(([, { enters }]) => (enters?.plain ?? null) !== null)),
);

/** The plain fields of a kind that stand in one place of its form, in order. */
export const plainFieldsAt = (code: AnyKindCode, at: 'head' | 'more'): readonly PlainName[] =>
  plainHead.namesOf(code).filter((name) => headFields[name].enters.plain === at);

interface Printed {
  readonly fact: FactName;
  readonly sum: SumName;
}
const printedIn = <As extends keyof Printed>(as: As) =>
  headEntries
    .filter(([, { prints }]) => prints?.as === as)
    // SAFETY: their declaration says that they are printed so.
    .map(([name]) => name as Printed[As]);
export const factFields = printedIn('fact');
export const sumFields = printedIn('sum');

/** Which facts or sums a kind has to print. */
export const printedFields = <As extends keyof Printed>(
  code: AnyKindCode,
  as: As,
): readonly Printed[As][] =>
  headEntries
    .filter(([, { prints, kinds }]) => {
      const rule = prints?.kinds ?? kinds;
      return prints?.as === as && (rule?.(documentKinds[code], code) ?? true);
    })
    // SAFETY: their declaration says that they are printed so.
    .map(([name]) => name as Printed[As]);
