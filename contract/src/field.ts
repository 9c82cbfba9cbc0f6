import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { AmountString, DecimalString, Nullable, PercentString } from './resource.ts';

/** A text of at most so many characters; may be empty. */
export const Text = (maxLength: number) => Type.String({ maxLength });
/** A name of so many to so many characters (spec §5). */
export const Name = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength });
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
/** An e-mail address, or nothing. */
export const Email = Type.String({
  maxLength: 100,
  pattern: '^$|^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  rule: 'email',
});
/** A telephone number as people write it, with an extension perhaps; several with a sign between them; or nothing. */
export const Phone = Type.String({
  maxLength: 30,
  pattern: '^$|^[+＋(（]?[0-9０-９][-+＋0-9０-９ ().（）/,，、;；*#转－–]*$',
  rule: 'phone',
});
/** Absent leaves it as it is, null empties it. */
export const OptionalAmount = Type.Optional(Nullable(AmountString));
export const OptionalPercent = Type.Optional(Nullable(PercentString));
/** Null where it is unknown or the reader may not see it. */
export const ShownAmount = Nullable(DecimalString);
/** Each without a comma, since commas part them wherever they are typed. */
export const Serials = Type.Array(Type.String({ maxLength: 99, pattern: '^[^,，]*$' }), {
  maxItems: 10_000,
});
/** The stable number of a line within its document. */
export const LineNumber = Type.Integer({ minimum: 1 });
export const Sort = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });
