// Field types of document heads, lines and records.
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { toLiteralUnion, NameText, Note, Optional, Sort, Text } from './field.ts';
import { AmountString, Day, DecimalString, Id, Nullable, PercentString } from './resource.ts';
import type { TableColumn, Mask } from './table.ts';

/** Control differing from the column's: several lines, several values, a picture, or another record. */
type EntryControl =
  | 'area'
  | 'values'
  | 'suggest'
  | 'logo'
  | 'user'
  | 'keeper'
  | 'application'
  | 'item'
  | 'category'
  | 'institution'
  | 'revenueClass'
  | 'ledgerAccount'
  | 'priceList'
  | 'barcode'
  | 'supplier'
  | 'partner';

/** Type of a field in a reply, a save, and a list column. */
export interface FieldType<
  Reply extends TSchema = TSchema,
  Takes extends TSchema = TSchema,
  Listed extends TableColumn = TableColumn,
> {
  readonly reply: Reply;
  readonly takes: Takes;
  readonly column: Listed;
  /** Form of the value in replies: `text` is never null, `exact` is a decimal, `money` is masked. */
  readonly shown: 'asIs' | 'text' | 'instant' | 'exact' | 'money';
  /** How many characters a text may have. */
  readonly most?: number;
  /** Form control, if not implied by the column. */
  readonly entry?: EntryControl;
}

/** Only entered fields define a save schema. */
const Nothing = Type.Never();
const fieldType = <
  Reply extends TSchema,
  const Listed extends TableColumn,
  Takes extends TSchema = typeof Nothing,
>(
  reply: Reply,
  column: Listed,
  shown: FieldType['shown'],
  takes?: Takes,
): FieldType<Reply, Takes, Listed> =>
  // SAFETY: without `takes` the type is `Nothing`.
  ({ reply, column, shown, takes: (takes ?? Nothing) as Takes });

export const id = fieldType(Id, { type: 'id', hidden: true }, 'asIs');
export const reference = fieldType(
  Nullable(Id),
  { type: 'id', hidden: true },
  'asIs',
  Optional(Nullable(Id)),
);
/** Reference with a control of its own. */
export const referenceType = (entry: EntryControl) => ({ ...reference, entry });
export const integer = fieldType(Type.Integer(), { type: 'integer' }, 'asIs');
/** The place in the order of a select. */
export const sort = fieldType(Type.Integer(), { type: 'integer' }, 'asIs', Optional(Sort));
export const flag = fieldType(Type.Boolean(), { type: 'flag' }, 'asIs', Optional(Type.Boolean()));
/** Words computed by the server. */
export const words = fieldType(Type.String(), { type: 'text' }, 'text');
/** Words computed by the server, or null. */
export const wordsOrNone = fieldType(Nullable(Type.String()), { type: 'text' }, 'asIs');
/** Number or key computed by the server. */
export const key = fieldType(Type.String(), { type: 'text', code: true }, 'text');
/** Entered text up to a length. */
export const textType = (most: number) => ({
  ...fieldType(Type.String(), { type: 'text' }, 'text', Optional(Text(most))),
  most,
});
/** Required name of a record, between two lengths. */
export const nameType = (least: number, most: number) =>
  fieldType(Type.String(), { type: 'text' }, 'text', NameText(least, most));
export const noteType = (most: number) => ({
  ...fieldType(Type.String(), { type: 'text' }, 'text', Optional(Note(most))),
  entry: 'area' as const,
});
export const day = fieldType(Nullable(Day), { type: 'day' }, 'asIs', Optional(Nullable(Day)));
export const instant = fieldType(Type.String(), { type: 'time' }, 'instant');
export const instantOrNone = fieldType(Nullable(Type.String()), { type: 'time' }, 'instant');
export const choiceType = (choices: readonly string[]) =>
  fieldType(Type.String(), { type: 'choice', choices }, 'asIs');
/** Several of the choices, computed by the server. */
export const tagsType = (choices: readonly string[]) =>
  fieldType(Type.Array(Type.String()), { type: 'tags', choices }, 'asIs');
/** Required choice. */
export const requiredChoiceType = <const Choices extends readonly string[]>(choices: Choices) =>
  withInputSchema(choiceType(choices), toLiteralUnion(choices));
/** Several texts, joined in a list. */
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
/** Entered amount without a total in lists. */
export const amountWithoutTotal = fieldType(
  Nullable(DecimalString),
  { type: 'money' },
  'money',
  Optional(AmountString),
);
/** Amount hidden by a mask. */
export const moneyType = (mask: Mask) =>
  fieldType(Nullable(DecimalString), { type: 'money', mask }, 'money');
export const quantity = fieldType(DecimalString, { type: 'quantity' }, 'exact');
export const percent = fieldType(
  DecimalString,
  { type: 'percent' },
  'exact',
  Optional(PercentString),
);
/** Replaces the type of a field's input, or of its output. */
export const withInputSchema = <
  Reply extends TSchema,
  Takes extends TSchema,
  Listed extends TableColumn,
>(
  type: FieldType<Reply, TSchema, Listed>,
  takes: Takes,
): FieldType<Reply, Takes, Listed> => ({ ...type, takes });
export const withReplySchema = <
  Reply extends TSchema,
  Takes extends TSchema,
  Listed extends TableColumn,
>(
  type: FieldType<TSchema, Takes, Listed>,
  reply: Reply,
): FieldType<Reply, Takes, Listed> => ({ ...type, reply });
/** Makes a field optional in a save. */
export const withOptionalInput = <
  Reply extends TSchema,
  Takes extends TSchema,
  Listed extends TableColumn,
>(
  type: FieldType<Reply, Takes, Listed>,
) => withInputSchema(type, Optional(type.takes));
