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
import { createThrottle, mountEndpoint } from '../../kernel/http/index.ts';
import { idsFromList, mountResource, mountTable } from '../../kernel/table/index.ts';
import { addUser, isNameTaken, resetUserPassword, userEngine } from './accounts.ts';
import { changeGrantedUsers, changeGrants, givenTo, grantsOf, usersGranted } from './grants.ts';
import { buttonsFromScope, priceLimitOf, roleTypeOf } from './ownRights.ts';
import { readUserRights } from './rights.ts';
import { functionsOfRole, giveButtons, giveFunctions } from './roleFunctions.ts';
import { roleOffers, roleWriter } from './roles.ts';
import { tenantTerms, usersOfRoleType } from './userChoices.ts';
import { userRows } from './users.ts';
import { lookThrough } from './viewing.ts';

const FIVE_MINUTES = 300_000;

/** Mounts the routes of users, roles, grants and resulting rights. */
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
  mountEndpoint(
    app,
    users.infoCall,
    // SAFETY: the engine returns the declared resource; the compiler cannot follow generic resources.
    ({ id }, { read }) => read((context) => userEngine.info(context, id)) as never,
  );
  mountEndpoint(app, users.add, (input, call) => addUser(db, names, input, call));
  mountEndpoint(app, users.update, (input, { transact }) =>
    transact((context) => userEngine.update(context, input)),
  );
  mountEndpoint(app, users.remove, ({ id }, { transact }) =>
    transact((context) => userEngine.remove(context, [id])),
  );
  mountEndpoint(app, users.removeBatch, ({ ids }, { transact }) =>
    transact((context) => userEngine.remove(context, idsFromList(ids))),
  );
  mountEndpoint(app, users.setStatus, ({ ids, status }, { transact }) =>
    transact((context) =>
      userEngine.setStatus(context, idsFromList(ids), status === true || status === '1'),
    ),
  );
  mountEndpoint(app, users.nameExists, (input, call) => isNameTaken(names, input, call));
  mountEndpoint(app, resetPassword, (input, call) => resetUserPassword(db, input, call));
  mountEndpoint(app, usersByRoleType, (input, { read }) =>
    read((context) => usersOfRoleType(context, input)),
  );
  mountEndpoint(app, ownTenant, (_, { read }) => read(tenantTerms));
  mountEndpoint(app, userRights, (input, { read }) =>
    read((context) => readUserRights(context, input)),
  );
  mountEndpoint(app, viewAs, lookThrough);
}

function ownRoutes(app: FastifyInstance): void {
  mountEndpoint(app, currentPriceLimit, async (_, { scope }) => priceLimitOf(scope));
  mountEndpoint(app, currentButtons, async (_, { scope }) => buttonsFromScope(scope));
  mountEndpoint(app, currentRoleType, (_, { read }) => read(roleTypeOf));
}

function grantRoutes(app: FastifyInstance): void {
  mountEndpoint(app, userGrants, (input, { read }) => read((context) => grantsOf(context, input)));
  for (const endpoint of [setUserGrants, addUserGrants])
    mountEndpoint(app, endpoint, (input, { transact }) =>
      transact((context) => changeGrants(context, input)),
    );
  mountEndpoint(app, grantsExist, (input, { read }) => read((context) => givenTo(context, input)));
  mountEndpoint(app, grantedUsers, (input, { read }) =>
    read((context) => usersGranted(context, input)),
  );
  mountEndpoint(app, setGrantedUsers, (input, { transact }) =>
    transact((context) => changeGrantedUsers(context, input)),
  );
}

function roleRoutes(app: FastifyInstance): void {
  mountResource(app, roles, roleWriter);
  mountEndpoint(app, roleChoices, (_, { read }) => read(roleOffers));
  mountEndpoint(app, roleFunctions, (input, { read }) =>
    read((context) => functionsOfRole(context, input)),
  );
  mountEndpoint(app, setRoleFunctions, (input, { transact }) =>
    transact((context) => giveFunctions(context, input)),
  );
  mountEndpoint(app, setRoleButtons, (input, { transact }) =>
    transact((context) => giveButtons(context, input)),
  );
}
