import { NAME, ONE_LINE, SEVERAL_LINES, UNSEEN } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { TLiteral, TSchema, TUnion } from 'typebox';
import { AmountString, DecimalString, Nullable, PercentString } from './resource.ts';

const oneLine = { pattern: ONE_LINE, rule: 'oneLine' } as const;
const severalLines = { pattern: SEVERAL_LINES, rule: 'severalLines' } as const;
/** A text of one line, of at most so many characters; may be empty. */
export const Text = (maxLength: number) => Type.String({ maxLength, ...oneLine });
/** The same of so many to so many characters. */
export const Line = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, ...oneLine });
/** A name of so many to so many characters (spec §5). */
export const Name = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: NAME, rule: 'name' });
/** A text whose lines may break, of at most so many characters; may be empty. */
export const Note = (maxLength: number) => Type.String({ maxLength, ...severalLines });
/** The same, with a word in it. */
export const NeededNote = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: SEVERAL_LINES.replace('^', '^(?=\\s*\\S)'),
    rule: 'severalLines',
  });
/** What is looked for; nothing of it is kept. */
export const Sought = (maxLength: number) => Type.String({ maxLength });
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
/** An e-mail address, or nothing. */
export const Email = Type.String({
  maxLength: 100,
  pattern: '^$|^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+\\.[^\\s@\\p{C}]+$',
  rule: 'email',
});
/** A telephone number as people write it, with an extension perhaps; several with a sign between them; or nothing. */
export const Phone = Type.String({
  maxLength: 30,
  pattern: '^$|^[+＋(（]?[0-9０-９][-+＋0-9０-９ ().（）/,，、;；*#转－–]*$',
  rule: 'phone',
});
/** Where another site is, without a name or password in it; or nothing. */
export const WebAddress = Type.String({
  maxLength: 300,
  pattern: '^$|^https?://[^\\s@/?#\\p{C}]+([/?#][^\\s\\p{C}]*)?$',
  rule: 'webAddress',
});
/** The same with {no} where a tracking number stands. */
export const TrackingAddress = Type.String({
  maxLength: 300,
  pattern: '^$|^https?://[^\\s@/?#\\p{C}]+[/?#][^\\s\\p{C}]*\\{no\\}[^\\s\\p{C}]*$',
  rule: 'trackingAddress',
});
/** Absent leaves it as it is, null empties it. */
export const OptionalAmount = Type.Optional(Nullable(AmountString));
export const OptionalPercent = Type.Optional(Nullable(PercentString));
/** Null where it is unknown or the reader may not see it. */
export const ShownAmount = Nullable(DecimalString);
/** Each without a comma or a line break, since these part them wherever they are typed. */
export const Serials = Type.Array(
  Type.String({ maxLength: 99, pattern: `^[^,，\\p{C}\\p{Zl}\\p{Zp}${UNSEEN}]*$` }),
  {
    maxItems: 10_000,
  },
);
/** The stable number of a line within its document. */
export const LineNumber = Type.Integer({ minimum: 1 });
export const Sort = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });

type Literals<Choices extends readonly string[]> = {
  -readonly [At in keyof Choices]: TLiteral<Choices[At]>;
};
/** Texts as the schema that takes these and no others. */
export const literals = <const Choices extends readonly string[]>(choices: Choices) =>
  // SAFETY: a literal for each choice, in order.
  Type.Union(choices.map((each) => Type.Literal(each))) as unknown as TUnion<Literals<Choices>>;
