import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { Optional, Text } from '../field.ts';
import { AmountString, Day, DecimalString, Id, Nullable, PercentString } from '../resource.ts';
import type { Column } from '../table.ts';

/** What a field of a document is: how it travels in a reply, how a save says it, and its column in a list. */
export interface FieldType<Reply extends TSchema = TSchema, Takes extends TSchema = TSchema> {
  readonly reply: Reply;
  readonly takes: Takes;
  readonly column: Column;
  /** How the server writes what it keeps: `text` is never null, `exact` a decimal, `money` is masked. */
  readonly shown: 'asIs' | 'text' | 'instant' | 'exact' | 'money';
  /** How many characters a text may have. */
  readonly most?: number;
}

/** Only those that are entered say what a save takes. */
const Nothing = Type.Never();
const fieldType = <Reply extends TSchema, Takes extends TSchema = typeof Nothing>(
  reply: Reply,
  column: Column,
  shown: FieldType['shown'],
  takes?: Takes,
): FieldType<Reply, Takes> =>
  // SAFETY: without `takes` its type is that of `Nothing`.
  ({ reply, column, shown, takes: (takes ?? Nothing) as Takes });

export const id = fieldType(Id, { type: 'id', hidden: true }, 'asIs');
export const reference = fieldType(
  Nullable(Id),
  { type: 'id', hidden: true },
  'asIs',
  Optional(Nullable(Id)),
);
export const integer = fieldType(Type.Integer(), { type: 'integer', hidden: true }, 'asIs');
export const flag = fieldType(
  Type.Boolean(),
  { type: 'flag', hidden: true },
  'asIs',
  Optional(Type.Boolean()),
);
/** Words that the server found. */
export const words = fieldType(Type.String(), { type: 'text' }, 'text');
/** A number or key that the server found. */
export const key = fieldType(Type.String(), { type: 'text', code: true }, 'text');
/** What someone typed, of at most so many characters. */
export const text = (most: number) => ({
  ...fieldType(Type.String(), { type: 'text' }, 'text', Optional(Text(most))),
  most,
});
export const day = fieldType(Nullable(Day), { type: 'day' }, 'asIs', Optional(Nullable(Day)));
export const instant = fieldType(Type.String(), { type: 'time' }, 'instant');
export const instantOrNone = fieldType(Nullable(Type.String()), { type: 'time' }, 'instant');
export const choice = (choices: readonly string[]) =>
  fieldType(Type.String(), { type: 'choice', choices }, 'asIs');
export const amount = fieldType(
  Nullable(DecimalString),
  { type: 'money', sum: true },
  'money',
  Optional(AmountString),
);
export const quantity = fieldType(DecimalString, { type: 'quantity' }, 'exact');
export const percent = fieldType(
  DecimalString,
  { type: 'percent' },
  'exact',
  Optional(PercentString),
);
/** What else has a type of its own on its way in, or its way out. */
export const taking = <Reply extends TSchema, Takes extends TSchema>(
  type: FieldType<Reply>,
  takes: Takes,
): FieldType<Reply, Takes> => ({ ...type, takes });
export const replying = <Reply extends TSchema, Takes extends TSchema>(
  type: FieldType<TSchema, Takes>,
  reply: Reply,
): FieldType<Reply, Takes> => ({ ...type, reply });
