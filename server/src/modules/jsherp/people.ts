import { IMPORTED_CODES, holderOfName, insertLogin } from '@tradehouse/database';
import { refuse } from '../../kernel/index.ts';
import { bracketed, key, remark, word } from './company.ts';
import type { Source } from './company.ts';
import type { DumpRow } from './dump.ts';
import { refusing, remember, triedEach, type Run } from './records.ts';
import { notThere } from './sentence.ts';

// Users come along with their role, institutions and page rights; their passwords stay behind.

/**
 * Users, their institutions and what their roles may open.
 * @param unusable a password hash that nothing matches: an imported user needs a reset
 */
export async function bringPeople(run: Run, ownerId: string, unusable: string): Promise<void> {
  await bringUsers(run, ownerId, unusable);
  await bringInstitutions(run);
  await bringRights(run);
}

async function bringUsers(run: Run, ownerId: string, unusable: string): Promise<void> {
  const table = 'jsh_user';
  const roles = new Map(
    run.source
      .rows('jsh_user_business')
      .filter((row) => word(row, 'type') === 'UserRole')
      .map((row) => [word(row, 'key_id'), row]),
  );
  const roleOf = (id: string): string | null =>
    bracketed(word(roles.get(id) ?? {}, 'value'))[0] ?? null;
  const work = async (row: DumpRow): Promise<void> => {
    const id = word(row, 'id');
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      if (roles.has(id)) run.ids.count('jsh_user_business').known += 1;
      return;
    }
    // jshERP names a company after the user that owns it.
    const userId =
      id === run.source.tenantId
        ? ownerId
        : await insertUser(run, row, run.ids.of('jsh_role', roleOf(id)), unusable);
    const user = { table: 'app_user', id: userId };
    await remember(run, table, id, user);
    const role = roles.get(id);
    if (role) await remember(run, 'jsh_user_business', word(role, 'id'), user);
  };
  await triedEach(run, run.source.rows(table), work, refusing(run, table));
}

async function insertUser(
  run: Run,
  row: DumpRow,
  roleId: string | null,
  unusable: string,
): Promise<string> {
  const { tx, tenantId } = run;
  const loginName = await freeLogin(tx, word(row, 'login_name'), run.source);
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      login_name: loginName,
      name: word(row, 'username') || loginName,
      role_id: roleId,
      job_title: word(row, 'position'),
      phone: word(row, 'phonenum'),
      email: word(row, 'email'),
      remark: remark(row, 'description') || remark(row),
      enabled: word(row, 'status') !== '2' && roleId !== null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const login = { tenantId, userId: id, loginName };
  await insertLogin(tx, { ...login, passwordHash: unusable, mustChange: true });
  return id;
}

const LONGEST_LOGIN = 60;
const fitsLogin = (name: string): boolean => name !== '' && [...name].length <= LONGEST_LOGIN;

/** The login name, with a prefix where somebody else on this installation has it. Refuses one that no one could sign in with. */
export async function freeLogin(
  tx: Run['tx'],
  wanted: string,
  { tenantId }: Pick<Source, 'tenantId'>,
): Promise<string> {
  if (!fitsLogin(wanted)) refuse('request.field', { field: 'loginName' }, { field: 'loginName' });
  const isFree = (await holderOfName(tx, wanted, 'taken')) === null;
  return isFree ? wanted : `${IMPORTED_CODES}${tenantId}-${wanted}`;
}

async function bringInstitutions(run: Run): Promise<void> {
  const table = 'jsh_orga_user_rel';
  for (const row of run.source.rows(table)) {
    const id = word(row, 'id');
    if (run.ids.of(table, id) !== null) {
      run.ids.count(table).known += 1;
      continue;
    }
    const userId = run.ids.of('jsh_user', key(row, 'user_id'));
    const institutionId = run.ids.of('jsh_organization', key(row, 'orga_id'));
    if (userId === null || institutionId === null) {
      run.source.refusals.push({
        table,
        id,
        reason:
          userId === null
            ? notThere('用户', 'its user', word(row, 'user_id'))
            : notThere('机构', 'its institution', word(row, 'orga_id')),
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
    await remember(run, table, id, { table: 'app_user', id: userId });
  }
}

/** Role rights name menu rows by id; here a page is its url, and pages that we don't have are left out. */
async function bringRights(run: Run): Promise<void> {
  const { tx, tenantId, source, ids } = run;
  const pages = new Map(
    (await tx.selectFrom('function').select(['url', 'buttons']).execute()).map(
      ({ url, buttons }) => [url, buttons],
    ),
  );
  const urls = new Map(
    source.rows('jsh_function').map((row) => [word(row, 'id'), word(row, 'url')]),
  );
  for (const row of source
    .rows('jsh_user_business')
    .filter((each) => word(each, 'type') === 'RoleFunctions')) {
    if (ids.of('jsh_user_business', word(row, 'id')) !== null) {
      ids.count('jsh_user_business').known += 1;
      continue;
    }
    const roleId = ids.of('jsh_role', key(row, 'key_id'));
    if (roleId === null) {
      source.refusals.push({
        table: 'jsh_user_business',
        id: word(row, 'id'),
        reason: notThere('角色', 'its role', word(row, 'key_id')),
      });
      continue;
    }
    const buttons = buttonsOf(word(row, 'btn_str'));
    for (const functionId of bracketed(word(row, 'value'))) {
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
    await remember(run, 'jsh_user_business', word(row, 'id'), { table: 'role', id: roleId });
  }
}

/** The buttons of each page, by its id there. What is not written as jshERP writes it gives none. */
function buttonsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rights = parsed(text);
  return new Map(
    (Array.isArray(rights) ? rights : []).map((right: Right | null) => [
      String(right?.funId),
      String(right?.btnStr ?? '').split(','),
    ]),
  );
}

/** What anybody may have typed for one right. */
interface Right {
  readonly funId?: unknown;
  readonly btnStr?: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '[]');
  } catch {
    return [];
  }
}
