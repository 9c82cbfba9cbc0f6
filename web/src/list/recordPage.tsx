import { weightOfColumn } from '@tradehouse/contract';
import type { TableColumn, TableDeclaration } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import type { ListDefinition, ListResource } from '../record/listTypes.ts';
import { masterForm } from '../record/masterForm.ts';
import type { DeclaredRecord } from '../record/masterForm.ts';
import { listPage } from './listPage.tsx';

export interface Listed<T extends TableDeclaration> extends DeclaredRecord, ListResource {
  readonly page: string;
  readonly table: T;
  readonly status?: true | undefined;
}

/** Returns the first shown columns except names and unimportant columns. */
const factsOfRecordTable = ({ columns }: TableDeclaration): readonly string[] =>
  Object.entries<TableColumn>(columns)
    .filter(
      ([name, column]) =>
        !column.hidden && !column.optional && weightOfColumn(name, column) !== 'least',
    )
    .map(([name]) => name)
    .slice(1, 4);

/** Creates a record's list and form from the declaration and special parts. */
export const recordPage = <T extends TableDeclaration>(
  record: Listed<T>,
  special: Omit<ListDefinition<T>, 'table' | 'resource'> = {},
): ComponentType =>
  listPage<T>({
    form: masterForm(record),
    facts: factsOfRecordTable(record.table),
    ...special,
    table: record.table,
    resource: record,
  });
