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
import { createThrottle, mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
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
  mountWrite(app, users.update, (context, input) => userEngine.update(context, input));
  mountWrite(app, users.remove, (context, { id }) => userEngine.remove(context, [id]));
  mountWrite(app, users.removeBatch, (context, { ids }) =>
    userEngine.remove(context, idsFromList(ids)),
  );
  mountWrite(app, users.setStatus, (context, { ids, status }) =>
    userEngine.setStatus(context, idsFromList(ids), status === true || status === '1'),
  );
  mountEndpoint(app, users.nameExists, (input, call) => isNameTaken(names, input, call));
  mountEndpoint(app, resetPassword, (input, call) => resetUserPassword(db, input, call));
  mountRead(app, usersByRoleType, usersOfRoleType);
  mountRead(app, ownTenant, tenantTerms);
  mountRead(app, userRights, readUserRights);
  mountEndpoint(app, viewAs, lookThrough);
}

function ownRoutes(app: FastifyInstance): void {
  mountEndpoint(app, currentPriceLimit, async (_, { scope }) => priceLimitOf(scope));
  mountEndpoint(app, currentButtons, async (_, { scope }) => buttonsFromScope(scope));
  mountRead(app, currentRoleType, roleTypeOf);
}

function grantRoutes(app: FastifyInstance): void {
  mountRead(app, userGrants, grantsOf);
  for (const endpoint of [setUserGrants, addUserGrants]) mountWrite(app, endpoint, changeGrants);
  mountRead(app, grantsExist, givenTo);
  mountRead(app, grantedUsers, usersGranted);
  mountWrite(app, setGrantedUsers, changeGrantedUsers);
}

function roleRoutes(app: FastifyInstance): void {
  mountResource(app, roles, roleWriter);
  mountRead(app, roleChoices, roleOffers);
  mountRead(app, roleFunctions, functionsOfRole);
  mountWrite(app, setRoleFunctions, giveFunctions);
  mountWrite(app, setRoleButtons, giveButtons);
}
