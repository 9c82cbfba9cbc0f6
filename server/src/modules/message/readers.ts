import type { Button } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { mayOpen, scopeOfUser } from '../../kernel/index.ts';
import type { Scope } from '../../kernel/index.ts';

interface Place {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

/** Somebody who may be told of something, and what they may see. */
export interface Reader {
  readonly id: string;
  readonly scope: Scope;
}

/** Users who may open a page, and press a button of it where one is named, in the order of their ids. */
export async function readersOf(
  place: Place,
  page: string,
  button?: Button,
): Promise<readonly Reader[]> {
  const { tx, tenantId } = place;
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    where u.tenant_id = ${tenantId} and u.enabled and (u.owner or exists (
      select from role_function g
      where g.tenant_id = ${tenantId} and g.role_id = u.role_id and g.function_url = ${page}
        and ${button === undefined ? sql`true` : sql`${button} = any(g.buttons)`}))
    order by u.id`.execute(tx);
  const readers: Reader[] = [];
  for (const { id } of rows) {
    const scope = await scopeOfUser(place, id);
    if (scope !== null && mayOpen(scope, page, button)) readers.push({ id, scope });
  }
  return readers;
}
