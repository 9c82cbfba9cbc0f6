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
import { mount, mountTable } from '../../kernel/index.ts';
import { refuseDuplicate, refuseUnruly } from './checks.ts';
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

/** The calls of the company's settings and its user select. */
export function systemRoutes(app: FastifyInstance): void {
  functionCalls(app);
  mount(app, updateSettings, (fields, { transact }) =>
    transact((context) => changeSettings(context, fields)),
  );
  mount(app, addSettings, (fields, { transact }) =>
    transact((context) => setSettings(context, fields)),
  );
  mount(app, fileSizeLimit, async () => FILE_SIZE_LIMIT);
  mount(app, duplicateCheck, (input, { read }) =>
    read((context) => refuseDuplicate(context, input)),
  );
  mount(app, ruleCheck, async (input) => refuseUnruly(input));
  mount(app, userChoices, (_, { read }) => read(userList));
}

/** The menu, for the platform's own people. */
function functionCalls(app: FastifyInstance): void {
  mountTable(app, functionRows);
  mount(app, functions.infoCall, ({ id }, { read }) =>
    read((context) => functionInfo(context, id)),
  );
  mount(app, functions.tree, ({ id }, { read }) => read((context) => functionForest(context, id)));
  mount(app, functions.nameExists, (input, { read }) =>
    read((context) => functionNameExists(context, input)),
  );
  mount(app, functions.numberExists, (input, { read }) =>
    read((context) => functionNumberExists(context, input)),
  );
  mount(app, functions.add, (fields, { transact }) =>
    transact((context) => addFunction(context, fields)),
  );
  mount(app, functions.update, (fields, { transact }) =>
    transact((context) => updateFunction(context, fields)),
  );
  mount(app, functions.remove, ({ id }, { transact }) =>
    transact((context) => removeFunctions(context, id)),
  );
  mount(app, functions.removeBatch, ({ ids }, { transact }) =>
    transact((context) => removeFunctions(context, ids)),
  );
}
