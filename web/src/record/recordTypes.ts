import type { Endpoint, InputOf, PartnerType, Saved, UniqueRule } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { ValueQuestion } from './freeName.ts';
import type { FactField } from './recordFacts.ts';
import type { TBoolean, TObject, TSchema } from 'typebox';

type Answering<Reply extends TSchema> = Endpoint<TSchema, Reply>;

/** Calls of a record form; `resource` in the contract provides all. */
export interface RecordResource {
  readonly infoCall: Answering<TObject>;
  readonly add: Answering<typeof Saved>;
  readonly update: Answering<typeof Saved>;
  readonly nameExists?: Answering<TObject<{ status: TBoolean }>>;
  readonly unique?: UniqueRule;
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
  | 'keeper'
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
  | 'page'
  | 'partner'
  | PartnerType;

export type RecordValues = Readonly<Record<string, unknown>>;

/** Field of a record form. The label comes from the contract; lengths and required from the call's schema. */
export interface RecordFormField<Name extends string = string> {
  readonly name: Name;
  readonly control?: FieldControl;
  readonly choices?: readonly string[];
  /** True: during typing, the server checks the name; otherwise the question of the check. */
  readonly unique?: true | ValueQuestion;
  /** Fields whose changes repeat the checks of this field. */
  readonly dependsOn?: readonly string[];
  /** Behind the input: a unit or a sign. */
  readonly suffix?: string;
  /** Below the input. */
  readonly hint?: string;
  /** Takes the whole width where the form has two columns. */
  readonly wide?: true;
  /** True: the parent select excludes the record itself. */
  readonly exceptSelf?: true;
  readonly disabled?: (values: RecordValues) => boolean;
  /** False: the field is absent, because other values leave no choice. */
  readonly shown?: (values: RecordValues) => boolean;
  /** Returns an error if the value conflicts with other values. */
  readonly check?: (value: unknown, values: RecordValues) => string | null;
}

export interface RecordDefinition<R extends RecordResource> {
  readonly resource: R;
  /** Where labels are looked up: the id of the resource's table. */
  readonly table: { readonly id: string };
  /** Name of the record, used in the title "New warehouse". */
  readonly title: string;
  readonly fields: readonly RecordFormField<keyof InputOf<R['add']> & string>[];
  /** In pixels; the spec's is 800, 1200 for two columns. */
  readonly width?: number;
  readonly columns?: 1 | 2;
  /** Sent with every save, never asked for. */
  readonly fixed?: RecordValues;
  readonly initial?: RecordValues;
  /** Content below the fields, from the record as read; null for a new record or a copy. */
  readonly foot?: (info: RecordValues | null) => ReactNode;
  /** Fields entered in the foot, saved with the others. */
  readonly besides?: readonly (FactField & { readonly name: keyof InputOf<R['add']> & string })[];
}
