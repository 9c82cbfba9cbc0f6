import {
  FILE_SIZE_LIMIT,
  duplicateCheck,
  fileSizeLimit,
  ruleCheck,
  updateSettings,
  userChoices,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kernel/index.ts';
import { refuseDuplicate, refuseUnruly } from './checks.ts';
import { changeSettings } from './settings.ts';
import { userList } from './users.ts';

/** The calls of the company's settings and its user select. */
export function systemRoutes(app: FastifyInstance): void {
  mount(app, updateSettings, (fields, { transact }) =>
    transact((context) => changeSettings(context, fields)),
  );
  mount(app, fileSizeLimit, async () => FILE_SIZE_LIMIT);
  mount(app, duplicateCheck, (input, { read }) =>
    read((context) => refuseDuplicate(context, input)),
  );
  mount(app, ruleCheck, async (input) => refuseUnruly(input));
  mount(app, userChoices, (_, { read }) => read(userList));
}
