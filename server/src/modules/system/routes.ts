import {
  FILE_SIZE_LIMIT,
  addSettings,
  duplicateCheck,
  fileSizeLimit,
  functions,
  ruleCheck,
  updateSettings,
  userChoices,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { refuseDuplicateValue, refuseUnruly } from './checks.ts';
import {
  addFunction,
  functionForest,
  functionInfo,
  functionNameExists,
  functionNumberExists,
  functionRows,
  removeFunctions,
  updateFunction,
} from './functions.ts';
import { changeSettings, setSettings } from './settings.ts';
import { userList } from './users.ts';

export function systemRoutes(app: FastifyInstance): void {
  functionCalls(app);
  mountWrite(app, updateSettings, changeSettings);
  mountWrite(app, addSettings, setSettings);
  mountEndpoint(app, fileSizeLimit, async () => FILE_SIZE_LIMIT);
  mountRead(app, duplicateCheck, refuseDuplicateValue);
  mountEndpoint(app, ruleCheck, async (input) => refuseUnruly(input));
  mountRead(app, userChoices, userList);
}

/** The menu, for the platform's own people. */
function functionCalls(app: FastifyInstance): void {
  mountTable(app, functionRows);
  mountRead(app, functions.infoCall, (context, { id }) => functionInfo(context, id));
  mountRead(app, functions.tree, (context, { id }) => functionForest(context, id));
  mountRead(app, functions.nameExists, functionNameExists);
  mountRead(app, functions.numberExists, functionNumberExists);
  mountWrite(app, functions.add, addFunction);
  mountWrite(app, functions.update, updateFunction);
  mountWrite(app, functions.remove, (context, { id }) => removeFunctions(context, id));
  mountWrite(app, functions.removeBatch, (context, { ids }) => removeFunctions(context, ids));
}
