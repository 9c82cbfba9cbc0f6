import { Type } from 'typebox';
import type { DateReach, FieldRule } from '@tradehouse/domain';
import type { TInteger, TObject, TProperties, TSchema } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Optional } from './lightSchemas.ts';
import type { Declaration } from './endpoint.ts';
import type { TableDeclaration } from './table.ts';

export const Id = Type.String({ pattern: '^[0-9]{1,18}$' });
/** Comma-joined ids; a trailing comma is tolerated. */
export const Ids = Type.String({ pattern: '^[0-9]{1,18}(,[0-9]{1,18})*,?$', maxLength: 20_000 });
/** Versions read, in the order of `ids`; changed records are refused. */
export const Versions = Type.String({ pattern: '^[0-9]{1,9}(,[0-9]{1,9})*,?$', maxLength: 20_000 });
const toDecimalSchema = (rule: FieldRule, pattern: string) => Type.String({ pattern, rule });
/** Exact decimal string: up to 18 digits before the point and 6 after. */
export const DecimalString = toDecimalSchema('number', '^-?[0-9]{1,18}(\\.[0-9]{1,6})?$');
/** Entered decimal below 10^15, so that sums of many fit. */
export const NumberString = toDecimalSchema('number', '^-?[0-9]{1,15}(\\.[0-9]{1,6})?$');
/** Entered decimal of at least zero. */
export const AmountString = toDecimalSchema('amount', '^[0-9]{1,15}(\\.[0-9]{1,6})?$');
/** Entered decimal above zero. */
export const PositiveString = toDecimalSchema(
  'positive',
  '^(?=.*[1-9])[0-9]{1,15}(\\.[0-9]{1,6})?$',
);
/** Entered decimal from 0 to 100. */
export const PercentString = toDecimalSchema(
  'percent',
  '^(100(\\.0{1,6})?|[0-9]{1,2}(\\.[0-9]{1,6})?)$',
);
const dayWithin = (reach: DateReach) =>
  Type.String({ pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date', reach });
const instantWithin = (reach: DateReach) =>
  Type.String({
    pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|[+-][0-9]{2}:[0-9]{2})$',
    format: 'date-time',
    reach,
  });
/** Existing calendar day from 1970 to the end of next year. */
export const Day = dayWithin('near');
/** Last day of a term: from 1970 to 2100. */
export const LastDay = dayWithin('far');
/** ISO instant with zone, until the end of next year, from 1970. */
export const Instant = instantWithin('near');
/** End of a term in an ISO instant with zone: from 1970 to 2100. */
export const LastInstant = instantWithin('far');
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
/** Reply of a change: record and new version. */
export const Saved = Closed({ id: Id, version: Type.Integer() });
export const Changed = Closed({ changed: Type.Integer() });

type ActionDeclaration = Omit<Declaration, 'input' | 'reply'>;
const One = Closed({ id: Id });
const Several = Closed({ ids: Ids });

/** Declares a call on one record. */
export const onOne = (act: ActionDeclaration) =>
  defineEndpoint({ ...act, input: One, reply: Changed });
/** Declares a call on several records, all or none. */
export const onSeveral = (act: ActionDeclaration) =>
  defineEndpoint({ ...act, input: Several, reply: Changed });

type ReadDeclaration<Reply extends TSchema> = Omit<
  Declaration<TSchema, Reply>,
  'call' | 'input'
> & {
  readonly path: string;
};
/** Declares a read without input. */
export const readAll = <Reply extends TSchema>({ path, ...reading }: ReadDeclaration<Reply>) =>
  defineEndpoint({ ...reading, call: `GET ${path}`, input: Closed({}) });
/** Declares a read of one record. */
export const readOne = <Reply extends TSchema>({ path, ...reading }: ReadDeclaration<Reply>) =>
  defineEndpoint({ ...reading, call: `GET ${path}`, input: One });

type QueryDeclaration = Omit<ReadDeclaration<TSchema>, 'reply'>;
/** Declares a call that checks if a value is already used by another record. */
export const defineUniqueCheck = <Asks extends TProperties>({
  path,
  asks,
  ...question
}: QueryDeclaration & { readonly asks: Asks }) =>
  defineEndpoint({
    ...question,
    call: `GET ${path}`,
    input: Closed(asks),
    reply: Closed({ status: Type.Boolean() }),
  });

/** Declares a select's choices, by default for every signed-in user. */
export const defineChoices = <Row extends TProperties>({
  row,
  access = 'signedIn',
  ...question
}: Omit<QueryDeclaration, 'access'> &
  Partial<Pick<QueryDeclaration, 'access'>> & { readonly row: Row }) =>
  readAll({ ...question, access, reply: Type.Array(Closed(row)) });

/** Input of add, with the record's id and the version read. */
const withVersion = <F extends TObject>(fields: F) =>
  // SAFETY: the spread of a generic object loses its keys for the compiler; these are the keys.
  Closed({ ...fields.properties, id: Id, version: Type.Integer() }) as unknown as TObject<
    F['properties'] & { id: typeof Id; version: TInteger }
  >;

/** Unique field of a record. */
export interface UniqueRule {
  readonly field: string;
  /** Further columns of uniqueness. */
  readonly within?: readonly string[];
  /** Form fields behind these columns; default: the columns themselves. */
  readonly scopedBy?: readonly string[];
}

const scopeSchema = (name: string): TSchema => {
  if (name === 'day') return Day;
  return name.endsWith('Id') ? Id : Type.String({ maxLength: 200 });
};

/** Input of a name check beside the name. */
const scopeAsks = ({ within = [], scopedBy = within }: UniqueRule): TProperties =>
  Object.fromEntries(scopedBy.map((name) => [name, Optional(scopeSchema(name))]));

/**
 * Declares the seven (or eight) calls of a master-data page. `page` is the menu url whose right and edit
 * button guard the calls (any of several, if records of one path have separate pages); `fields` are
 * writable.
 */
export function defineResource<
  F extends TObject,
  I extends TObject,
  const T extends TableDeclaration,
>(declaration: {
  readonly path: string;
  readonly page: string | readonly string[];
  readonly table: T;
  /** Input of add and update (with id and version). */
  readonly fields: F;
  readonly info: I;
  /** Unique column, and further columns of uniqueness. */
  readonly unique: UniqueRule;
  /** Rows can be switched on and off. */
  readonly status?: true;
  /** Name of the add call; default: add. */
  readonly adds?: string;
}) {
  const { path, page, fields, info, adds = 'add' } = declaration;
  const view = { page } as const;
  const edit = { page, button: '1' } as const;
  const saves = { access: edit, labels: declaration.table.id, reply: Saved };
  return {
    ...declaration,
    list: declaration.table,
    infoCall: readOne({
      path: `${path}/info`,
      summary: `One ${path.slice(1)}`,
      access: view,
      reply: info,
    }),
    add: defineEndpoint({
      call: `POST ${path}/${adds}`,
      summary: `Add a ${path.slice(1)}`,
      ...saves,
      input: fields,
    }),
    update: defineEndpoint({
      call: `PUT ${path}/update`,
      summary: `Change a ${path.slice(1)}`,
      ...saves,
      input: withVersion(fields),
    }),
    remove: onOne({
      call: `DELETE ${path}/delete`,
      summary: `Delete a ${path.slice(1)}`,
      access: edit,
    }),
    removeBatch: onSeveral({
      call: `DELETE ${path}/deleteBatch`,
      summary: 'Delete several',
      access: edit,
    }),
    setStatus: defineEndpoint({
      call: `POST ${path}/batchSetStatus`,
      summary: 'Enable or disable several',
      access: edit,
      input: Closed({
        ids: Ids,
        status: Type.Union([Type.Boolean(), Type.Literal('0'), Type.Literal('1')]),
      }),
      reply: Changed,
    }),
    nameExists: defineUniqueCheck({
      path: `${path}/checkIsNameExist`,
      summary: 'Is the name taken',
      access: view,
      asks: {
        ...scopeAsks(declaration.unique),
        id: Optional(Id),
        name: Type.String({ maxLength: 200 }),
        type: Optional(Type.String()),
        parentId: Optional(Id),
      },
    }),
  };
}
