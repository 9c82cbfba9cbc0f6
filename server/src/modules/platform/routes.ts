import {
  addTenant,
  exportTenant,
  importTenant,
  resetTenantOwner,
  setTenantStatus,
  tenantFunctions,
  tenantInfo,
  tenantNameExists,
  tenantUsage,
  updatePlatformConfig,
  updateTenant,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { found, idsOf, mount, mountTable } from '../../kernel/index.ts';
import { changeConfig, platformConfigRows } from './config.ts';
import { firstPassword, unusable } from './firstPassword.ts';
import { pluginRows } from './plugins.ts';
import {
  addCompany,
  companyInfo,
  grantableFunctions,
  isLoginTaken,
  resetOwner,
  setCompanyStatus,
  tenantRows,
  updateCompany,
} from './tenants.ts';
import { exportCompany, importCompany } from './transfer.ts';
import { usageOf } from './usage.ts';

/** What the platform's own people do: companies, the platform's settings, extensions. */
export function platformRoutes(app: FastifyInstance): void {
  companyRoutes(app);
  passwordRoutes(app);
  mountTable(app, platformConfigRows);
  mount(app, updatePlatformConfig, (input, { transact }) =>
    transact((context) => changeConfig(context, input)),
  );
  mountTable(app, pluginRows);
}

function companyRoutes(app: FastifyInstance): void {
  const { sessions } = app.kernel;
  mountTable(app, tenantRows);
  mount(app, tenantInfo, ({ id }, { read }) => read((context) => companyInfo(context, id)));
  mount(app, tenantFunctions, (_, { read }) => read(grantableFunctions));
  mount(app, tenantUsage, ({ id }, { read }) => read((context) => usageOf(context, id)));
  mount(app, tenantNameExists, ({ name }, { read }) =>
    read(async (context) => ({ status: await isLoginTaken(context, name.trim()) })),
  );
  mount(app, updateTenant, async (input, { transact }) => {
    const saved = await transact((context) => updateCompany(context, input));
    // The other processes hear of it; the one who asked this one finds it done.
    sessions.forgetTenant(input.id);
    return saved;
  });
  mount(app, setTenantStatus, async ({ ids, status }, { transact }) => {
    const all = idsOf(ids);
    const enabled = status === true || status === '1';
    const changed = await transact((context) => setCompanyStatus(context, all, enabled));
    for (const id of all) sessions.forgetTenant(id);
    return changed;
  });
  mount(app, exportTenant, ({ id }, call) => exportCompany(app.kernel, call, id));
}

/**
 * Calls that tell a password. It is drawn outside the transaction and never stored, so a request that is repeated after
 * its answer was given gets the rest of that answer and no password.
 */
function passwordRoutes(app: FastifyInstance): void {
  const { db, sessions } = app.kernel;
  mount(app, addTenant, async (input, { scope, transact }) => {
    const owner = await firstPassword(db, scope);
    const told = once(owner.password);
    const saved = await transact((context) => told.by(addCompany(context, input, owner.stored)));
    return { ...saved, password: told.password() };
  });
  mount(app, resetTenantOwner, async (input, { scope, transact }) => {
    const owner = await firstPassword(db, scope);
    const told = once(owner.password);
    const reset = await transact((context) => told.by(resetOwner(context, input, owner.stored)));
    sessions.forgetTenant(input.id);
    return { ...reset, password: told.password() };
  });
  mount(app, importTenant, async ({ code }, { scope, upload, transact }) => {
    const file = found(upload);
    const [owner, unusableHash] = [await firstPassword(db, scope), await unusable()];
    const told = once(owner.password);
    const restored = await transact((context) =>
      told.by(importCompany(context, file, code, owner, unusableHash)),
    );
    return { ...restored, password: told.password() };
  });
}

/** A password that is told only where the work it belongs to was done now. */
function once(password: string) {
  let done = false;
  return {
    async by<T>(work: Promise<T>): Promise<T> {
      const result = await work;
      done = true;
      return result;
    },
    password: (): string | null => (done ? password : null),
  };
}
