import { accountChoices, accounts, defaultAccount, inOutItemChoices } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource } from '../../kernel/index.ts';
import { accountList, accountWriter, makeDefaultAccount } from './accounts.ts';
import { itemChoices } from './inOutItems.ts';

/** The calls of settlement accounts and of income and expense items. */
export function moneyRoutes(app: FastifyInstance): void {
  mountResource(app, accounts, accountWriter);
  mount(app, defaultAccount, ({ id }, { transact }) =>
    transact((context) => makeDefaultAccount(context, id)),
  );
  mount(app, accountChoices, (_, { read }) => read(accountList));
  mount(app, inOutItemChoices, (input, { read }) => read((context) => itemChoices(context, input)));
}
