import {
  addPlan,
  addTenant,
  exportOwnTenant,
  exportTenant,
  importTenant,
  ownPlan,
  planChoices,
  renewTenant,
  resetTenantOwner,
  setTenantStatus,
  tenantFunctions,
  tenantInfo,
  tenantNameExists,
  tenantRenewals,
  tenantUsage,
  updatePlan,
  updatePlatformConfig,
  updateTenant,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import { idsFromList, mountTable } from '../../kernel/table/index.ts';
import { changeConfig, platformConfigRows } from './config.ts';
import { firstPassword, createUnusableHash } from './firstPassword.ts';
import { addNewPlan, changePlan, planOffers, planRows } from './plans.ts';
import { pluginRows } from './plugins.ts';
import { readOwnPlan, renewCompany, renewalsOf } from './renewals.ts';
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
import { exportCompany, exportOwnCompany, importCompanyFile } from './transfer.ts';
import { usageOf } from './usage.ts';

/** Registers the calls of platform staff (companies, platform settings, extensions) and of owners. */
export function platformRoutes(app: FastifyInstance): void {
  companyRoutes(app);
  passwordRoutes(app);
  mountTable(app, platformConfigRows);
  mountWrite(app, updatePlatformConfig, changeConfig);
  mountTable(app, pluginRows);
  planRoutes(app);
  mountEndpoint(app, exportOwnTenant, ({ progress }, call) =>
    exportOwnCompany(app.kernel, call, progress),
  );
}

function planRoutes(app: FastifyInstance): void {
  const { sessions } = app.kernel;
  mountTable(app, planRows);
  mountRead(app, planChoices, planOffers);
  mountWrite(app, addPlan, addNewPlan);
  mountWrite(app, updatePlan, changePlan);
  mountRead(app, tenantRenewals, renewalsOf);
  mountEndpoint(app, renewTenant, async (input, { transact }) => {
    const renewed = await transact((context) => renewCompany(context, input));
    sessions.forgetTenant(input.id);
    return renewed;
  });
  mountRead(app, ownPlan, readOwnPlan);
}

function companyRoutes(app: FastifyInstance): void {
  const { sessions } = app.kernel;
  mountTable(app, tenantRows);
  mountRead(app, tenantInfo, (context, { id }) => companyInfo(context, id));
  mountRead(app, tenantFunctions, grantableFunctions);
  mountRead(app, tenantUsage, (context, { id }) => usageOf(context, id));
  mountRead(app, tenantNameExists, async (context, { name }) => ({
    status: await isLoginTaken(context, name.trim()),
  }));
  mountEndpoint(app, updateTenant, async (input, { transact }) => {
    const saved = await transact((context) => updateCompany(context, input));
    // Remaining processes are notified; this process forgets at once, for the requester.
    sessions.forgetTenant(input.id);
    return saved;
  });
  mountEndpoint(app, setTenantStatus, async ({ ids, status }, { transact }) => {
    const all = idsFromList(ids);
    const enabled = status === true || status === '1';
    const changed = await transact((context) => setCompanyStatus(context, all, enabled));
    for (const id of all) sessions.forgetTenant(id);
    return changed;
  });
  mountEndpoint(app, exportTenant, ({ id }, call) => exportCompany(app.kernel, call, id));
}

/**
 * Registers calls that return a password. The password is drawn outside the transaction and never stored. A
 * request repeated after the answer gets the rest of the answer, without a password.
 */
function passwordRoutes(app: FastifyInstance): void {
  const { db, sessions } = app.kernel;
  mountEndpoint(app, addTenant, async (input, { scope, transact }) => {
    const owner = await firstPassword(db, scope);
    const reveal = createPasswordReveal(owner.password);
    const saved = await transact((context) => reveal.by(addCompany(context, input, owner.stored)));
    return { ...saved, password: reveal.password() };
  });
  mountEndpoint(app, resetTenantOwner, async (input, { scope, transact }) => {
    const owner = await firstPassword(db, scope);
    const reveal = createPasswordReveal(owner.password);
    const reset = await transact((context) => reveal.by(resetOwner(context, input, owner.stored)));
    sessions.forgetTenant(input.id);
    return { ...reset, password: reveal.password() };
  });
  mountEndpoint(app, importTenant, async ({ code }, { scope, upload, transact }) => {
    const file = orRefuseMissing(upload);
    const [owner, unusableHash] = [await firstPassword(db, scope), await createUnusableHash()];
    const reveal = createPasswordReveal(owner.password);
    const restored = await transact((context) =>
      reveal.by(importCompanyFile(context, file, code, owner, unusableHash)),
    );
    return { ...restored, password: reveal.password() };
  });
}

/** Password shown only if the matching work is done in this call. */
function createPasswordReveal(password: string) {
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
