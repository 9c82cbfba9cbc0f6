import type { AnyKindCode } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { picked } from '../picked.ts';
import type { Saying } from '../picked.ts';
import { hasField } from './fields.ts';
import { lineFields } from './lineFields.ts';
import type { LineField } from './lineFields.ts';
import { plainFields } from './plain.ts';

type Fields = typeof lineFields;
type Replied = Exclude<keyof Fields, Saying<Fields, { readonly reads: 'paper' }>>;
/** Kept in a column and shown as it stands there. */
export type KeptLineName = Saying<Fields, { readonly keeps: string }>;
/** Found out for a detail. */
export type FoundLineName = Saying<Fields, { readonly reads: 'detail' }>;
export type PrintedLineName = Saying<Fields, { readonly prints: true }>;
/** Nothing hangs on them: they are entered, kept and shown by their declaration alone. */
export type PlainLineName = Saying<Fields, { readonly enters: { readonly plain: object } }>;
type Entered<Body> = Saying<Fields, { readonly enters: { readonly body: Body | 'any' } }>;
type EnteredOfGoods = Entered<'goods'>;
type EnteredOfMoney = Entered<'money'>;

/** What a line as it is kept says of itself. */
// SAFETY: it picks the very fields that its type names, which the compiler can't follow through the entries.
export const lineReply = picked<LineField, unknown>(
  lineFields,
  ({ reads }) => reads !== 'paper',
  ({ is }) => is.reply,
) as { readonly [N in Replied]: Fields[N]['is']['reply'] };
const entered = (body: 'goods' | 'money') =>
  picked<LineField, unknown>(
    lineFields,
    ({ enters }) => enters?.body === body || enters?.body === 'any',
    ({ is }) => is.takes,
  );
// SAFETY: as above, the very fields that are entered of goods.
export const goodsLineBody = entered('goods') as {
  readonly [N in EnteredOfGoods]: Fields[N]['is']['takes'];
};
// SAFETY: as above, the very fields that are entered of money.
export const moneyLineBody = entered('money') as {
  readonly [N in EnteredOfMoney]: Fields[N]['is']['takes'];
};

/** Every field with its name, in order. */
export const lineEntries = Object.entries<LineField>(lineFields);

/** What the plain fields say. */
export type PlainLine = { readonly [N in PlainLineName]: Static<Fields[N]['is']['reply']> };
export const plainLine = plainFields<PlainLine>(
  Object.fromEntries(lineEntries.filter(([, { enters }]) => (enters?.plain ?? null) !== null)),
);

/** What may be printed of lines. */
export const printedLineNames = lineEntries
  .filter(([, { prints }]) => prints === true)
  // SAFETY: their declaration says that they are printed.
  .map(([name]) => name as PrintedLineName);

/** The same, of the lines of a kind. */
export const printedLinesOf = (code: AnyKindCode): readonly PrintedLineName[] =>
  printedLineNames.filter((name) => {
    const field: LineField = lineFields[name];
    return hasField(code, field);
  });
