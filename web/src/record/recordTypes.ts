import type { Endpoint, InputOf, PartnerType, Saved } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { FactField } from './recordFacts.ts';
import type { TBoolean, TObject, TSchema } from 'typebox';

type Answering<Reply extends TSchema> = Endpoint<TSchema, Reply>;

/** The calls a record form makes; `resource` of the contract has them all. */
export interface RecordResource {
  readonly infoCall: Answering<TObject>;
  readonly add: Answering<typeof Saved>;
  readonly update: Answering<typeof Saved>;
  readonly nameExists?: Answering<TObject<{ status: TBoolean }>>;
}

export type FieldControl =
  | 'text'
  | 'area'
  | 'decimal'
  | 'integer'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'day'
  | 'suggest'
  | 'warehouse'
  | 'account'
  | 'user'
  | 'application'
  | 'person'
  | 'category'
  | 'institution'
  | 'revenueClass'
  | 'ledgerAccount'
  | 'priceList'
  | 'barcode'
  | 'function'
  | 'institutions'
  | 'unit'
  | 'item'
  | 'values'
  | 'logo'
  | PartnerType;

export type Values = Readonly<Record<string, unknown>>;

/** One field of a record form. Its label is the contract's word for it; lengths and required come from the call's own schema. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly control?: FieldControl;
  readonly choices?: readonly string[];
  /** The server is asked, while it is typed, whether the name is free. */
  readonly unique?: true;
  /** Behind the input: a unit or a sign. */
  readonly suffix?: string;
  /** Below the input. */
  readonly hint?: string;
  /** Takes the whole width where the form has two columns. */
  readonly wide?: true;
  /** A parent select that must not offer the record itself. */
  readonly exceptSelf?: true;
  readonly disabled?: (values: Values) => boolean;
  /** Answers a sentence when the value does not fit the others. */
  readonly check?: (value: unknown, values: Values) => string | null;
}

/** What a record form says of itself. */
export interface RecordDefinition<R extends RecordResource> {
  readonly resource: R;
  /** Where labels are looked up: the id of the resource's table. */
  readonly table: { readonly id: string };
  /** What a record is called, in the title: "New warehouse". */
  readonly title: string;
  readonly fields: readonly Field<keyof InputOf<R['add']> & string>[];
  /** In pixels; the spec's is 800, 1200 for two columns. */
  readonly width?: number;
  readonly columns?: 1 | 2;
  /** Sent with every save, never asked for. */
  readonly fixed?: Values;
  /** What a new record starts with. */
  readonly initial?: Values;
  /** Below the fields, from the record as it was read; null on a new one, and on one that is made from another. */
  readonly foot?: (info: Values | null) => ReactNode;
  /** What the foot enters: saved with the fields. */
  readonly besides?: readonly (FactField & { readonly name: keyof InputOf<R['add']> & string })[];
}
