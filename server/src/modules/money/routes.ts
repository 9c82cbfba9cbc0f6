import {
  accountChoices,
  accounts,
  defaultAccount,
  exchangeRates,
  inOutItemChoices,
  inOutItems,
  ratesOfDay,
  ledgerAccountChoices,
  ledgerAccounts,
  ledgerRoleList,
  revenueClassById,
  revenueClassTree,
  revenueClasses,
  updateLedgerRoles,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountResource, resourceEngine } from '../../kernel/table/index.ts';
import { accountList, accountWriter, makeDefaultAccount } from './accounts.ts';
import { dayRates, exchangeRateWriter } from './exchangeRates.ts';
import { inOutItemWriter, itemChoices } from './inOutItems.ts';
import {
  changeLedgerRoles,
  ledgerAccountWriter,
  ledgerChoices,
  ledgerRoles,
} from './ledgerAccounts.ts';
import { revenueClassForest, revenueClassWriter } from './revenueClasses.ts';

/** Mounts the routes of settlement accounts, income and expense items, ledger accounts and exchange rates. */
export function moneyRoutes(app: FastifyInstance): void {
  mountResource(app, accounts, accountWriter);
  mountWrite(app, defaultAccount, (context, { id }) => makeDefaultAccount(context, id));
  mountRead(app, accountChoices, accountList);
  mountResource(app, exchangeRates, exchangeRateWriter);
  mountRead(app, ratesOfDay, dayRates);
  mountResource(app, inOutItems, inOutItemWriter);
  mountRead(app, inOutItemChoices, itemChoices);
  mountResource(app, ledgerAccounts, ledgerAccountWriter);
  mountRead(app, ledgerAccountChoices, ledgerChoices);
  mountRead(app, ledgerRoleList, ledgerRoles);
  mountWrite(app, updateLedgerRoles, changeLedgerRoles);
  mountResource(app, revenueClasses, revenueClassWriter);
  const revenueClass = resourceEngine(revenueClasses, revenueClassWriter);
  mountRead(app, revenueClassTree, (context, { id }) => revenueClassForest(context, id));
  mountRead(app, revenueClassById, (context, { id }) => revenueClass.info(context, id));
}
