import {
  allPeople,
  customerChoices,
  memberChoices,
  openingBalanceLeft,
  partnerChoices,
  partners,
  peopleByNumber,
  peopleByType,
  supplierChoices,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountRecords, mountTables } from '../../kernel/table/index.ts';
import { openingLeft } from './openingLeft.ts';
import { findPartners, isTakenName } from './partnerChoices.ts';
import { pickPartners } from './partnerList.ts';
import { partnerWriter } from './partnerWriter.ts';
import { numberedPersonChoices, personChoices } from './people.ts';

/** The calls of suppliers, customers and members, and of the people in charge. */
export function partnerRoutes(app: FastifyInstance): void {
  const { path, exportPath } = partners.tables.supplier;
  mountTables(app, path, pickPartners, exportPath);
  mountRecords(app, partners, partnerWriter);
  mountEndpoint(app, partners.nameAndTypeExists, (input, { read }) =>
    read(async (context) => ({ status: await isTakenName(context, input) })),
  );
  for (const [endpoint, type] of [
    [supplierChoices, 'supplier'],
    [customerChoices, 'customer'],
    [memberChoices, 'member'],
    [partnerChoices, null],
  ] as const) {
    mountEndpoint(app, endpoint, (input, { read }) =>
      read((context) => findPartners(context, type, input)),
    );
  }
  mountEndpoint(app, openingBalanceLeft, (input, { read }) =>
    read((context) => openingLeft(context, input)),
  );
  mountEndpoint(app, allPeople, (_, { read }) => read((context) => personChoices(context)));
  mountEndpoint(app, peopleByType, ({ type }, { read }) =>
    read(async (context) => ({ personList: await personChoices(context, type) })),
  );
  mountEndpoint(app, peopleByNumber, (input, { read }) =>
    read((context) => numberedPersonChoices(context, input)),
  );
}
