import { weightOf } from '@tradehouse/contract';
import type { Column, Table } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import type { ListDefinition, ListResource } from '../record/listTypes.ts';
import { masterForm } from '../record/masterForm.ts';
import type { DeclaredRecord } from '../record/masterForm.ts';
import { listPage } from './listPage.tsx';

/** A record with its list. */
export interface Listed<T extends Table> extends DeclaredRecord, ListResource {
  readonly page: string;
  readonly table: T;
  readonly status?: true | undefined;
}

/** The first of what is shown beside the name, but for what matters least. */
const factsOf = ({ columns }: Table): readonly string[] =>
  Object.entries<Column>(columns)
    .filter(
      ([name, column]) => !column.hidden && !column.optional && weightOf(name, column) !== 'least',
    )
    .map(([name]) => name)
    .slice(1, 4);

/** The page of a record: its list and its form, from its declaration and what is special. */
export const recordPage = <T extends Table>(
  record: Listed<T>,
  special: Omit<ListDefinition<T>, 'table' | 'resource'> = {},
): ComponentType =>
  listPage<T>({
    form: masterForm(record),
    facts: factsOf(record.table),
    ...special,
    table: record.table,
    resource: record,
  });
