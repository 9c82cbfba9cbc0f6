import type { AnyKindCode } from '@tradehouse/domain';
import type { Static } from 'typebox';
import { pickFields } from '../picked.ts';
import type { Saying } from '../picked.ts';
import { hasField } from './fields.ts';
import { lineFields } from './lineFields.ts';
import type { LineField } from './lineFields.ts';
import { plainFields } from './plain.ts';

type LineFields = typeof lineFields;
type RepliedLineName = Exclude<keyof LineFields, Saying<LineFields, { readonly reads: 'paper' }>>;
/** Fields stored in a column and shown unchanged. */
export type KeptLineName = Saying<LineFields, { readonly keeps: string }>;
/** Found out for a detail. */
export type FoundLineName = Saying<LineFields, { readonly reads: 'detail' }>;
export type PrintedLineName = Saying<LineFields, { readonly prints: true }>;
/** Fields without further logic, handled by declaration alone. */
export type PlainLineName = Saying<LineFields, { readonly enters: { readonly plain: object } }>;
type EnteredLineName<Body> = Saying<
  LineFields,
  { readonly enters: { readonly body: Body | 'any' } }
>;
type EnteredOfGoods = EnteredLineName<'goods'>;
type EnteredOfMoney = EnteredLineName<'money'>;

// SAFETY: `picked` picks exactly the fields named by the type; the compiler can't follow through the
// entries.
export const lineReply = pickFields<LineField, unknown>(
  lineFields,
  ({ reads }) => reads !== 'paper',
  ({ is }) => is.reply,
) as { readonly [N in RepliedLineName]: LineFields[N]['is']['reply'] };
const pickLineBodyFields = (body: 'goods' | 'money') =>
  pickFields<LineField, unknown>(
    lineFields,
    ({ enters }) => enters?.body === body || enters?.body === 'any',
    ({ is }) => is.takes,
  );
// SAFETY: exactly the fields entered on goods lines, see above.
export const goodsLineBody = pickLineBodyFields('goods') as {
  readonly [N in EnteredOfGoods]: LineFields[N]['is']['takes'];
};
// SAFETY: exactly the fields entered on money lines, see above.
export const moneyLineBody = pickLineBodyFields('money') as {
  readonly [N in EnteredOfMoney]: LineFields[N]['is']['takes'];
};

/** Fields in order. */
export const lineEntries = Object.entries<LineField>(lineFields);

export type PlainLine = { readonly [N in PlainLineName]: Static<LineFields[N]['is']['reply']> };
export const plainLine = plainFields<PlainLine>(
  Object.fromEntries(lineEntries.filter(([, { enters }]) => (enters?.plain ?? null) !== null)),
);

export const printedLineNames = lineEntries
  .filter(([, { prints }]) => prints === true)
  // SAFETY: the filter selects fields declared to print.
  .map(([name]) => name as PrintedLineName);

export const printedLinesOf = (code: AnyKindCode): readonly PrintedLineName[] =>
  printedLineNames.filter((name) => {
    const field: LineField = lineFields[name];
    return hasField(code, field);
  });
