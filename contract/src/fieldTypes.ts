// What a field may be, of a document's head, of its lines, of a record of master data.
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { literals, Name, Note, Optional, Sort, Text } from './field.ts';
import { AmountString, Day, DecimalString, Id, Nullable, PercentString } from './resource.ts';
import type { Column, Mask } from './table.ts';

/** What is typed otherwise than its column says: several lines, several values, a picture, or another record. */
type Entry =
  | 'area'
  | 'values'
  | 'suggest'
  | 'logo'
  | 'user'
  | 'application'
  | 'item'
  | 'category'
  | 'institution'
  | 'revenueClass'
  | 'ledgerAccount'
  | 'priceList'
  | 'barcode'
  | 'supplier';

/** What a field is: how it travels in a reply, how a save says it, and its column in a list. */
export interface FieldType<
  Reply extends TSchema = TSchema,
  Takes extends TSchema = TSchema,
  Listed extends Column = Column,
> {
  readonly reply: Reply;
  readonly takes: Takes;
  readonly column: Listed;
  /** How the server writes what it keeps: `text` is never null, `exact` a decimal, `money` is masked. */
  readonly shown: 'asIs' | 'text' | 'instant' | 'exact' | 'money';
  /** How many characters a text may have. */
  readonly most?: number;
  /** The control of a record's form, where the column does not say it. */
  readonly entry?: Entry;
}

/** Only those that are entered say what a save takes. */
const Nothing = Type.Never();
const fieldType = <
  Reply extends TSchema,
  const Listed extends Column,
  Takes extends TSchema = typeof Nothing,
>(
  reply: Reply,
  column: Listed,
  shown: FieldType['shown'],
  takes?: Takes,
): FieldType<Reply, Takes, Listed> =>
  // SAFETY: without `takes` its type is that of `Nothing`.
  ({ reply, column, shown, takes: (takes ?? Nothing) as Takes });

export const id = fieldType(Id, { type: 'id', hidden: true }, 'asIs');
export const reference = fieldType(
  Nullable(Id),
  { type: 'id', hidden: true },
  'asIs',
  Optional(Nullable(Id)),
);
/** Another record, that a control of its own offers. */
export const one = (entry: Entry) => ({ ...reference, entry });
export const integer = fieldType(Type.Integer(), { type: 'integer' }, 'asIs');
/** The place in the order of a select. */
export const sort = fieldType(Type.Integer(), { type: 'integer' }, 'asIs', Optional(Sort));
export const flag = fieldType(Type.Boolean(), { type: 'flag' }, 'asIs', Optional(Type.Boolean()));
/** Words that the server found. */
export const words = fieldType(Type.String(), { type: 'text' }, 'text');
/** The same, or none. */
export const wordsOrNone = fieldType(Nullable(Type.String()), { type: 'text' }, 'asIs');
/** A number or key that the server found. */
export const key = fieldType(Type.String(), { type: 'text', code: true }, 'text');
/** What someone typed, of at most so many characters. */
export const text = (most: number) => ({
  ...fieldType(Type.String(), { type: 'text' }, 'text', Optional(Text(most))),
  most,
});
/** What a record is called, in so many to so many characters; it can't be left out. */
export const name = (least: number, most: number) =>
  fieldType(Type.String(), { type: 'text' }, 'text', Name(least, most));
/** A text whose lines may break. */
export const note = (most: number) => ({
  ...fieldType(Type.String(), { type: 'text' }, 'text', Optional(Note(most))),
  entry: 'area' as const,
});
export const day = fieldType(Nullable(Day), { type: 'day' }, 'asIs', Optional(Nullable(Day)));
export const instant = fieldType(Type.String(), { type: 'time' }, 'instant');
export const instantOrNone = fieldType(Nullable(Type.String()), { type: 'time' }, 'instant');
export const choice = (choices: readonly string[]) =>
  fieldType(Type.String(), { type: 'choice', choices }, 'asIs');
/** Several of these, that the server found. */
export const tags = (choices: readonly string[]) =>
  fieldType(Type.Array(Type.String()), { type: 'tags', choices }, 'asIs');
/** One of these, which can't be left out. */
export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  taking(choice(choices), literals(choices));
/** Several texts, that a list shows as one. */
export const severalOf = <Text extends TSchema>(
  each: Text,
  limits: { readonly minItems: number; readonly maxItems: number },
) => ({
  ...fieldType(Type.Array(Type.String()), { type: 'text' }, 'asIs', Type.Array(each, limits)),
  entry: 'values' as const,
});
export const amount = fieldType(
  Nullable(DecimalString),
  { type: 'money', sum: true },
  'money',
  Optional(AmountString),
);
/** An amount that is hidden as others of its sort are. */
export const money = (mask: Mask) =>
  fieldType(Nullable(DecimalString), { type: 'money', mask }, 'money');
export const quantity = fieldType(DecimalString, { type: 'quantity' }, 'exact');
export const percent = fieldType(
  DecimalString,
  { type: 'percent' },
  'exact',
  Optional(PercentString),
);
/** What else has a type of its own on its way in, or its way out. */
export const taking = <Reply extends TSchema, Takes extends TSchema, Listed extends Column>(
  type: FieldType<Reply, TSchema, Listed>,
  takes: Takes,
): FieldType<Reply, Takes, Listed> => ({ ...type, takes });
export const replying = <Reply extends TSchema, Takes extends TSchema, Listed extends Column>(
  type: FieldType<TSchema, Takes, Listed>,
  reply: Reply,
): FieldType<Reply, Takes, Listed> => ({ ...type, reply });
/** What may be left out. */
export const optional = <Reply extends TSchema, Takes extends TSchema, Listed extends Column>(
  type: FieldType<Reply, Takes, Listed>,
) => taking(type, Optional(type.takes));
