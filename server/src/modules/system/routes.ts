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
import { mountEndpoint } from '../../kernel/http/index.ts';
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
  mountEndpoint(app, updateSettings, (fields, { transact }) =>
    transact((context) => changeSettings(context, fields)),
  );
  mountEndpoint(app, addSettings, (fields, { transact }) =>
    transact((context) => setSettings(context, fields)),
  );
  mountEndpoint(app, fileSizeLimit, async () => FILE_SIZE_LIMIT);
  mountEndpoint(app, duplicateCheck, (input, { read }) =>
    read((context) => refuseDuplicateValue(context, input)),
  );
  mountEndpoint(app, ruleCheck, async (input) => refuseUnruly(input));
  mountEndpoint(app, userChoices, (_, { read }) => read(userList));
}

/** The menu, for the platform's own people. */
function functionCalls(app: FastifyInstance): void {
  mountTable(app, functionRows);
  mountEndpoint(app, functions.infoCall, ({ id }, { read }) =>
    read((context) => functionInfo(context, id)),
  );
  mountEndpoint(app, functions.tree, ({ id }, { read }) =>
    read((context) => functionForest(context, id)),
  );
  mountEndpoint(app, functions.nameExists, (input, { read }) =>
    read((context) => functionNameExists(context, input)),
  );
  mountEndpoint(app, functions.numberExists, (input, { read }) =>
    read((context) => functionNumberExists(context, input)),
  );
  mountEndpoint(app, functions.add, (fields, { transact }) =>
    transact((context) => addFunction(context, fields)),
  );
  mountEndpoint(app, functions.update, (fields, { transact }) =>
    transact((context) => updateFunction(context, fields)),
  );
  mountEndpoint(app, functions.remove, ({ id }, { transact }) =>
    transact((context) => removeFunctions(context, id)),
  );
  mountEndpoint(app, functions.removeBatch, ({ ids }, { transact }) =>
    transact((context) => removeFunctions(context, ids)),
  );
}
