import { pluginTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';

interface Plugin {
  readonly id: string;
  readonly name: string;
  readonly pluginId: string;
  readonly pluginVersion: string;
  readonly author: string;
  readonly pluginStatus: string;
}

/** No foreign code runs in the product, therefore the list is empty. */
export const pluginRows = bindTable(
  pluginTable,
  () =>
    sql<Plugin>`(
    select '' as id, '' as name, '' as "pluginId", '' as "pluginVersion", '' as author, '' as "pluginStatus"
    where false)`,
);
