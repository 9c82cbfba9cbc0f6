import {
  addUserGrants,
  currentButtons,
  currentPriceLimit,
  currentRoleType,
  grantedUsers,
  grantsExist,
  ownTenant,
  resetPassword,
  roleChoices,
  roleFunctions,
  roles,
  setGrantedUsers,
  setRoleButtons,
  setRoleFunctions,
  setUserGrants,
  userGrants,
  userRights,
  users,
  usersByRoleType,
  viewAs,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { createThrottle, idsOf, mount, mountResource, mountTable } from '../../kernel/index.ts';
import { addUser, isNameTaken, resetUserPassword, userEngine } from './accounts.ts';
import { changeGrantedUsers, changeGrants, givenTo, grantsOf, usersGranted } from './grants.ts';
import { buttonsOf, priceLimitOf, roleTypeOf } from './ownRights.ts';
import { rightsOf } from './rights.ts';
import { functionsOfRole, giveButtons, giveFunctions } from './roleFunctions.ts';
import { roleOffers, roleWriter } from './roles.ts';
import { tenantTerms, usersOfRoleType } from './userChoices.ts';
import { userRows } from './users.ts';
import { lookThrough } from './viewing.ts';

const FIVE_MINUTES = 300_000;

/** The calls of users and roles, of what is granted to them, and of what they then reach. */
export function identityRoutes(app: FastifyInstance): void {
  userRoutes(app);
  ownRoutes(app);
  grantRoutes(app);
  roleRoutes(app);
}

function userRoutes(app: FastifyInstance): void {
  const { db } = app.kernel;
  const names = {
    asked: createThrottle(30, FIVE_MINUTES),
    refused: createThrottle(30, FIVE_MINUTES),
  };
  mountTable(app, userRows);
  mount(
    app,
    users.infoCall,
    // SAFETY: the engine answers what the resource declares, which the compiler can't follow for any resource.
    ({ id }, { read }) => read((context) => userEngine.info(context, id)) as never,
  );
  mount(app, users.add, (input, call) => addUser(db, names, input, call));
  mount(app, users.update, (input, { transact }) =>
    transact((context) => userEngine.update(context, input)),
  );
  mount(app, users.remove, ({ id }, { transact }) =>
    transact((context) => userEngine.remove(context, [id])),
  );
  mount(app, users.removeBatch, ({ ids }, { transact }) =>
    transact((context) => userEngine.remove(context, idsOf(ids))),
  );
  mount(app, users.setStatus, ({ ids, status }, { transact }) =>
    transact((context) =>
      userEngine.setStatus(context, idsOf(ids), status === true || status === '1'),
    ),
  );
  mount(app, users.nameExists, (input, call) => isNameTaken(names, input, call));
  mount(app, resetPassword, (input, call) => resetUserPassword(db, input, call));
  mount(app, usersByRoleType, (input, { read }) =>
    read((context) => usersOfRoleType(context, input)),
  );
  mount(app, ownTenant, (_, { read }) => read(tenantTerms));
  mount(app, userRights, (input, { read }) => read((context) => rightsOf(context, input)));
  mount(app, viewAs, lookThrough);
}

function ownRoutes(app: FastifyInstance): void {
  mount(app, currentPriceLimit, async (_, { scope }) => priceLimitOf(scope));
  mount(app, currentButtons, async (_, { scope }) => buttonsOf(scope));
  mount(app, currentRoleType, (_, { read }) => read(roleTypeOf));
}

function grantRoutes(app: FastifyInstance): void {
  mount(app, userGrants, (input, { read }) => read((context) => grantsOf(context, input)));
  for (const endpoint of [setUserGrants, addUserGrants])
    mount(app, endpoint, (input, { transact }) =>
      transact((context) => changeGrants(context, input)),
    );
  mount(app, grantsExist, (input, { read }) => read((context) => givenTo(context, input)));
  mount(app, grantedUsers, (input, { read }) => read((context) => usersGranted(context, input)));
  mount(app, setGrantedUsers, (input, { transact }) =>
    transact((context) => changeGrantedUsers(context, input)),
  );
}

function roleRoutes(app: FastifyInstance): void {
  mountResource(app, roles, roleWriter);
  mount(app, roleChoices, (_, { read }) => read(roleOffers));
  mount(app, roleFunctions, (input, { read }) =>
    read((context) => functionsOfRole(context, input)),
  );
  mount(app, setRoleFunctions, (input, { transact }) =>
    transact((context) => giveFunctions(context, input)),
  );
  mount(app, setRoleButtons, (input, { transact }) =>
    transact((context) => giveButtons(context, input)),
  );
}
