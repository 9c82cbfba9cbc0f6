import type { Button } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { mayOpen } from '../../kernel/access/index.ts';
import { scopeOfUser } from '../../kernel/http/index.ts';
import type { Scope } from '../../kernel/access/index.ts';

interface ReaderTenantTx {
  readonly tx: Transaction<Database>;
  readonly tenantId: string;
}

/** Possible recipient with rights. */
export interface MessageReader {
  readonly id: string;
  readonly scope: Scope;
}

interface ReaderChoice {
  readonly button?: Button;
  /** Leaves out users who have the message of this key, before their rights are read. */
  readonly without?: string;
}

/** Reads users who may open a page, and press the given button, in id order. */
export async function readersOf(
  place: ReaderTenantTx,
  page: string,
  { button, without }: ReaderChoice = {},
): Promise<readonly MessageReader[]> {
  const { tx, tenantId } = place;
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    where u.tenant_id = ${tenantId} and u.enabled and (u.owner or exists (
      select from role_function g
      where g.tenant_id = ${tenantId} and g.role_id = u.role_id and g.function_url = ${page}
        and ${button === undefined ? sql`true` : sql`${button} = any(g.buttons)`}))
      and ${
        without === undefined
          ? sql`true`
          : sql`not exists (
        select from message m
        where m.tenant_id = ${tenantId} and m.user_id = u.id and m.event_key = ${without})`
      }
    order by u.id`.execute(tx);
  const readers: MessageReader[] = [];
  for (const { id } of rows) {
    const scope = await scopeOfUser(place, id);
    if (scope !== null && mayOpen(scope, page, button)) readers.push({ id, scope });
  }
  return readers;
}
