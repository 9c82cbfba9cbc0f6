import { IMPORTED_CODES, holderOfName, insertLogin } from '@tradehouse/database';
import { refuseWith } from '../../kernel/access/index.ts';
import { parseBracketedIds, readDumpKey, readDumpRemark, readDumpWord } from './company.ts';
import type { CompanyDump } from './company.ts';
import type { DumpRow } from './dump.ts';
import { makeRowRefusal, recordImportedRow, triedEach, type DumpImportRun } from './records.ts';
import { notThere } from './sentence.ts';

// Users come along with their role, institutions and page rights; their passwords stay behind.

/**
 * Imports users, their institutions and role rights.
 *
 * @param unusable a hash matching no password: imported users need a reset
 */
export async function bringPeople(
  run: DumpImportRun,
  ownerId: string,
  unusable: string,
): Promise<void> {
  await bringUsers(run, ownerId, unusable);
  await bringInstitutions(run);
  await bringRights(run);
}

async function bringUsers(run: DumpImportRun, ownerId: string, unusable: string): Promise<void> {
  const table = 'jsh_user';
  const roles = new Map(
    run.source
      .rows('jsh_user_business')
      .filter((row) => readDumpWord(row, 'type') === 'UserRole')
      .map((row) => [readDumpWord(row, 'key_id'), row]),
  );
  const roleOf = (id: string): string | null =>
    parseBracketedIds(readDumpWord(roles.get(id) ?? {}, 'value'))[0] ?? null;
  const work = async (row: DumpRow): Promise<void> => {
    const id = readDumpWord(row, 'id');
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      if (roles.has(id)) run.ids.count('jsh_user_business').known += 1;
      return;
    }
    // jshERP identifies a company by the owner's user id.
    const userId =
      id === run.source.tenantId
        ? ownerId
        : await insertUser(run, row, run.ids.of('jsh_role', roleOf(id)), unusable);
    const user = { table: 'app_user', id: userId };
    await recordImportedRow(run, table, id, user);
    const role = roles.get(id);
    if (role) await recordImportedRow(run, 'jsh_user_business', readDumpWord(role, 'id'), user);
  };
  await triedEach(run, run.source.rows(table), work, makeRowRefusal(run, table));
}

async function insertUser(
  run: DumpImportRun,
  row: DumpRow,
  roleId: string | null,
  unusable: string,
): Promise<string> {
  const { tx, tenantId } = run;
  const loginName = await freeLogin(tx, readDumpWord(row, 'login_name'), run.source);
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      login_name: loginName,
      name: readDumpWord(row, 'username') || loginName,
      role_id: roleId,
      job_title: readDumpWord(row, 'position'),
      phone: readDumpWord(row, 'phonenum'),
      email: readDumpWord(row, 'email'),
      remark: readDumpRemark(row, 'description') || readDumpRemark(row),
      enabled: readDumpWord(row, 'status') !== '2' && roleId !== null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const login = { tenantId, userId: id, loginName };
  await insertLogin(tx, { ...login, passwordHash: unusable, mustChange: true });
  return id;
}

const LONGEST_LOGIN = 60;
const fitsLogin = (name: string): boolean => name !== '' && [...name].length <= LONGEST_LOGIN;

/** Returns the login name, prefixed if taken here. Refuses names unusable for signing in. */
export async function freeLogin(
  tx: DumpImportRun['tx'],
  wanted: string,
  { tenantId }: Pick<CompanyDump, 'tenantId'>,
): Promise<string> {
  if (!fitsLogin(wanted))
    refuseWith('request.field', { field: 'loginName' }, { field: 'loginName' });
  const isFree = (await holderOfName(tx, wanted, 'taken')) === null;
  return isFree ? wanted : `${IMPORTED_CODES}${tenantId}-${wanted}`;
}

async function bringInstitutions(run: DumpImportRun): Promise<void> {
  const table = 'jsh_orga_user_rel';
  for (const row of run.source.rows(table)) {
    const id = readDumpWord(row, 'id');
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      continue;
    }
    const userId = run.ids.of('jsh_user', readDumpKey(row, 'user_id'));
    const institutionId = run.ids.of('jsh_organization', readDumpKey(row, 'orga_id'));
    if (userId === null || institutionId === null) {
      run.source.refusals.push({
        table,
        id,
        reason:
          userId === null
            ? notThere('用户', 'its user', readDumpWord(row, 'user_id'))
            : notThere('机构', 'its institution', readDumpWord(row, 'orga_id')),
      });
      continue;
    }
    const own = { tenant_id: run.tenantId, user_id: userId, institution_id: institutionId };
    await run.tx
      .insertInto('user_institution')
      .values(own)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await run.tx
      .updateTable('app_user')
      .set({ institution_id: institutionId })
      .where('tenant_id', '=', run.tenantId)
      .where('id', '=', userId)
      .where('institution_id', 'is', null)
      .execute();
    await recordImportedRow(run, table, id, { table: 'app_user', id: userId });
  }
}

/** Imports role rights, by url instead of menu id; unknown pages are left out. */
async function bringRights(run: DumpImportRun): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const pages = new Map(
    (await tx.selectFrom('function').select(['url', 'buttons']).execute()).map(
      ({ url, buttons }) => [url, buttons],
    ),
  );
  const urls = new Map(
    source.rows('jsh_function').map((row) => [readDumpWord(row, 'id'), readDumpWord(row, 'url')]),
  );
  for (const row of source
    .rows('jsh_user_business')
    .filter((each) => readDumpWord(each, 'type') === 'RoleFunctions')) {
    if (ids.of('jsh_user_business', readDumpWord(row, 'id')) !== null) {
      ids.count('jsh_user_business').known += 1;
      continue;
    }
    const roleId = ids.of('jsh_role', readDumpKey(row, 'key_id'));
    if (roleId === null) {
      source.refusals.push({
        table: 'jsh_user_business',
        id: readDumpWord(row, 'id'),
        reason: notThere('角色', 'its role', readDumpWord(row, 'key_id')),
      });
      continue;
    }
    const buttons = parsePageButtons(readDumpWord(row, 'btn_str'));
    for (const functionId of parseBracketedIds(readDumpWord(row, 'value'))) {
      const url = urls.get(functionId);
      const offered = url === undefined ? undefined : pages.get(url);
      if (url === undefined || offered === undefined) continue;
      const granted = (buttons.get(functionId) ?? []).filter((button) => offered.includes(button));
      await tx
        .insertInto('role_function')
        .values({ tenant_id: tenantId, role_id: roleId, function_url: url, buttons: granted })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await recordImportedRow(run, 'jsh_user_business', readDumpWord(row, 'id'), {
      table: 'role',
      id: roleId,
    });
  }
}

/** Parses buttons by the dump's page id; foreign formats grant none. */
function parsePageButtons(text: string): ReadonlyMap<string, readonly string[]> {
  const rights = parseJsonOrEmpty(text);
  return new Map(
    (Array.isArray(rights) ? rights : []).map((right: DumpButtonRight | null) => [
      String(right?.funId),
      String(right?.btnStr ?? '').split(','),
    ]),
  );
}

/** Unvalidated entry of a right. */
interface DumpButtonRight {
  readonly funId?: unknown;
  readonly btnStr?: unknown;
}

function parseJsonOrEmpty(text: string): unknown {
  try {
    return JSON.parse(text || '[]');
  } catch {
    return [];
  }
}
