import { NAME, ONE_LINE, SEVERAL_LINES, UNSEEN } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { TLiteral, TUnion } from 'typebox';
import { Optional } from './lightSchemas.ts';
import { AmountString, DecimalString, Nullable, PercentString } from './resource.ts';

const oneLine = { pattern: ONE_LINE, rule: 'oneLine' } as const;
const severalLines = { pattern: SEVERAL_LINES, rule: 'severalLines' } as const;
/** Single-line text up to a length; may be empty. */
export const Text = (maxLength: number) => Type.String({ maxLength, ...oneLine });
/** Single-line text between two lengths. */
export const SingleLine = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, ...oneLine });
/** Name between two lengths. */
export const NameText = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: NAME, rule: 'name' });
/** Multi-line text up to a length; may be empty. */
export const Note = (maxLength: number) => Type.String({ maxLength, ...severalLines });
/** Multi-line text with at least one word. */
export const NeededNote = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: SEVERAL_LINES.replace('^', '^(?=\\s*\\S)'),
    rule: 'severalLines',
  });
/** Search text; never stored. */
export const Sought = (maxLength: number) => Type.String({ maxLength });
export { Optional };
/** An e-mail address, or nothing. */
export const Email = Type.String({
  maxLength: 100,
  pattern: '^$|^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+\\.[^\\s@\\p{C}]+$',
  rule: 'email',
});
/** Telephone numbers, optionally with extension, parted by a sign; may be empty. */
export const Phone = Type.String({
  maxLength: 30,
  pattern: '^$|^[+＋(（]?[0-9０-９][-+＋0-9０-９ ().（）/,，、;；*#转－–]*$',
  rule: 'phone',
});
/** Address of another site, without credentials; may be empty. */
export const WebAddress = Type.String({
  maxLength: 300,
  pattern: '^$|^https?://[^\\s@/?#\\p{C}]+([/?#][^\\s\\p{C}]*)?$',
  rule: 'webAddress',
});
/** Web address with {no} in place of the tracking number. */
export const TrackingAddress = Type.String({
  maxLength: 300,
  pattern: '^$|^https?://[^\\s@/?#\\p{C}]+[/?#][^\\s\\p{C}]*\\{no\\}[^\\s\\p{C}]*$',
  rule: 'trackingAddress',
});
/** Absent: unchanged; null: emptied. */
export const OptionalAmount = Optional(Nullable(AmountString));
export const OptionalPercent = Optional(Nullable(PercentString));
/** Null if unknown or hidden from the reader. */
export const ShownAmount = Nullable(DecimalString);
/** Serials without commas or line breaks, which separate them in text fields. */
export const Serials = Type.Array(
  Type.String({ maxLength: 99, pattern: `^[^,，\\p{C}\\p{Zl}\\p{Zp}${UNSEEN}]*$` }),
  {
    maxItems: 10_000,
  },
);
/** Stable number of a line within its document. */
export const LineNumber = Type.Integer({ minimum: 1 });
export const Sort = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });

type Literals<Choices extends readonly string[]> = {
  -readonly [At in keyof Choices]: TLiteral<Choices[At]>;
};
/** Builds a schema of exactly these texts. */
export const toLiteralUnion = <const Choices extends readonly string[]>(choices: Choices) =>
  // SAFETY: a literal for each choice, in order.
  Type.Union(choices.map((each) => Type.Literal(each))) as unknown as TUnion<Literals<Choices>>;

/** Currency of ISO 4217, in bank notation: USD. */
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', rule: 'currency' });
/** Currency of ISO 4217, or a code stored by the company or the record before the list came in: RMB. */
export const RecordCurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  rule: 'currencyOfRecord',
});
