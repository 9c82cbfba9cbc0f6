import { FILE_SIZE_LIMIT, fileSizeLimit, updateSettings, userChoices } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kernel/index.ts';
import { changeSettings } from './settings.ts';
import { userList } from './users.ts';

/** The calls of the company's settings and its user select. */
export function systemRoutes(app: FastifyInstance): void {
  mount(app, updateSettings, (fields, { transact }) =>
    transact((context) => changeSettings(context, fields)),
  );
  mount(app, fileSizeLimit, async () => FILE_SIZE_LIMIT);
  mount(app, userChoices, (_, { read }) => read(userList));
}
