// An input for every call that the server takes, so that whatever is refused is refused for the reason of the test.
import {
  accounts,
  applications,
  addAnnouncement,
  categories,
  currentSettings,
  functions,
  goodsDocuments,
  exchangeRates,
  movingFigures,
  openingDebts,
  inOutItems,
  messagesByStatus,
  login,
  institutions,
  ledgerAccounts,
  moneyDocuments,
  orderCalls,
  ownSessions,
  partners,
  people,
  products,
  revenueClasses,
  roles,
  setRoleFunctions,
  stockLedgerTable,
  units,
  users,
  warehouses,
  webhooks,
} from '@tradehouse/contract';
import type { Endpoint, InputOf, TableDeclaration } from '@tradehouse/contract';
import { neededSearch } from '@tradehouse/contract/declared';
import type { ContractCall } from '@tradehouse/contract/declared';
import { goodsKindCodes, moneyKindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { passwordOf, sha256 } from '../testing.ts';
import { lineSamples } from './testLineSamples.ts';
import { bankSamples } from './testBankSamples.ts';
import { bookSamples } from './testBookSamples.ts';
import { invoiceSamples } from './testInvoiceSamples.ts';
import { sheetSamples } from './testSheetSamples.ts';
import { stockSamples } from './testStockSamples.ts';
import { catalogResources, catalogSamples } from './testCatalogSamples.ts';
import { platformSamples } from './testPlatformSamples.ts';
import { viewSamples } from './testViewSamples.ts';
import { openApiSamples } from './testOpenApiSamples.ts';
import { logisticsSamples } from './testLogisticsSamples.ts';
import { printSamples } from './testPrintSamples.ts';
import { one, sample } from './testSample.ts';
import type { Input, Make, Sample } from './testSample.ts';
import { callerOf } from './testWorld.ts';
import type { World } from './testWorld.ts';

/** The year by the companies' clock. */
const thisYear = (): number => new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();

let daysTaken = 0;
/** A day that no other sample takes. */
const someDay = (): string => {
  daysTaken += 1;
  return new Date(Date.UTC(2000, 0, daysTaken)).toISOString().slice(0, 10);
};

type MakeIn = (world: World) => Make;

/** A company keeps fifty applications, and samples make more: all but the latest go. */
async function dropEarlierApplications({ server, company, ids }: World): Promise<Input> {
  await sql`
    delete from oauth_app a using (
      select id from oauth_app where tenant_id = ${company.tenantId} order by id desc offset 30) earlier
    where a.tenant_id = ${company.tenantId} and a.id = earlier.id and a.id <> ${ids.application}
      and not exists (select from webhook w where w.tenant_id = a.tenant_id and w.app_id = a.id)
      and not exists (select from session s where s.tenant_id = a.tenant_id and s.application_id = a.id)`.execute(
    server.database.admin,
  );
  return {};
}

/** Samples of calls whose input follows from the schema alone, see `derived`. */
export function samplesOf(world: World, { name, endpoint }: ContractCall): readonly Sample[] {
  const byHand = particular(world)[name] ?? resourceSamples(world)[name];
  return byHand ?? [{ label: name, status: 200, input: () => derived(world, endpoint) }];
}

/** Resources, whose seven calls are alike: what add takes, and how a fresh record is made. */
function resourceSamples(world: World): Readonly<Record<string, readonly Sample[]>> {
  const { server, token, ids, word, code, prices } = world;
  const add = async (endpoint: Endpoint, input: Input) =>
    (await server.call(endpoint as never, input as never, token)) as {
      id: string;
      version: number;
    };
  const price = { purchasePrice: prices.purchase, salePrice: prices.sale };
  const unitWord = (): string => word().slice(-7);
  const resources: readonly (readonly [string, Resource, MakeIn])[] = [
    ['/unit', units, () => () => ({ baseUnit: unitWord(), subUnit: unitWord(), ratio: '12' })],
    [
      '/materialCategory',
      categories,
      () => () => ({ name: word(), number: word(), parentId: ids.category }),
    ],
    [
      '/material',
      products,
      () => () => ({
        name: word(),
        unitName: 'piece',
        categoryId: ids.category,
        barcodes: [{ code: code(), unit: 'piece', ...price }],
        stock: [{ warehouseId: ids.warehouse, openingStock: '3', openingPrice: prices.purchase }],
      }),
    ],
    ['/supplier', partners, () => () => ({ type: 'supplier', name: word(), openingPayable: '1' })],
    [
      '/financialCategory',
      revenueClasses,
      () => () => ({ name: word(), number: word(), type: 'expense' as const }),
    ],
    [
      '/ledgerAccount',
      ledgerAccounts,
      () => () => ({ code: code(), name: word(), accountType: 'revenue' as const }),
    ],
    ['/organization', institutions, () => () => ({ name: word(), number: word() })],
    ['/person', people, () => () => ({ name: word(), type: 'keeper' })],
    ['/role', roles, () => () => ({ name: word(), dataScope: 'own' })],
    ['/depot', warehouses, () => () => ({ name: word(), principalId: ids.user })],
    [
      '/oauth',
      applications,
      () => async () => ({
        ...(await dropEarlierApplications(world)),
        name: word(),
        userId: ids.user,
        scopes: ['products:read' as const],
        validMinutes: 120,
        addresses: [],
      }),
    ],
    [
      '/webhook',
      webhooks,
      () => () => ({
        name: word(),
        appId: ids.application,
        url: 'https://hooks.invalid/told',
        events: ['salesOrder.approved' as const],
        enabled: false,
      }),
    ],
    ['/account', accounts, () => () => ({ name: word(), openingAmount: '12' })],
    [
      '/exchangeRate',
      exchangeRates,
      () => () => ({ currency: 'GBP', day: someDay(), rate: '9.1' }),
    ],
    [
      '/openingDebt',
      openingDebts,
      () => async () => ({
        partnerId: (await add(partners.add, { type: 'supplier', name: word() })).id,
        number: word(),
        businessDate: '2025-01-05',
        amount: '12',
      }),
    ],
    [
      '/movingFigure',
      movingFigures,
      () => async () => ({
        figureKind: 'payable',
        partnerId: (await add(partners.add, { type: 'supplier', name: word() })).id,
        day: '2025-01-05',
        figure: '12',
      }),
    ],
    [
      '/inOutItem',
      inOutItems,
      () => () => ({ name: word(), type: 'income', classId: ids.revenueClass }),
    ],
    ...catalogResources(world).map(
      ([path, resource, fields]) => [path, resource, () => fields] as const,
    ),
  ];
  return Object.fromEntries(
    resources.flatMap(([path, resource, make]) => {
      const fields = make(world);
      const fresh = async () => add(resource.add, await fields());
      const bare = async () => add(resource.add, withoutStock(await fields()));
      const two = async () => `${(await bare()).id},${(await bare()).id}`;
      const { id } = { id: recordAt(world, path) };
      const calls: Readonly<Record<string, readonly Sample[]>> = {
        [`POST ${resource.add.path}`]: [
          sample(`${path} add`, fields),
          ...(path === '/material'
            ? one('/material add in two units', () => ({
                name: word(),
                unitId: ids.unit,
                barcodes: [
                  { code: code(), unit: `${world.mark.slice(0, 4)}p`, ...price },
                  { code: code(), unit: `${world.mark.slice(0, 4)}b`, ...price },
                ],
              }))
            : []),
          ...(path === '/supplier'
            ? (['customer', 'member'] as const).flatMap((type) =>
                one(`${path} add ${type}`, () => ({ type, name: word() })),
              )
            : []),
        ],
        [`PUT ${path}/update`]: one(`${path} update`, async () => {
          const saved = await fresh();
          const given = await fields();
          return path === '/material'
            ? { ...(await productUpdate(world, saved)), name: word() }
            : { ...given, ...saved };
        }),
        [`GET ${path}/info`]: one(`${path} info`, () => ({ id })),
        [`DELETE ${path}/delete`]: one(`${path} delete`, async () => ({ id: (await bare()).id })),
        [`DELETE ${path}/deleteBatch`]: one(`${path} batch`, async () => ({ ids: await two() })),
        [`POST ${path}/batchSetStatus`]: one(`${path} status`, async () => ({
          ids: await two(),
          status: '0',
        })),
        [`GET ${path}/checkIsNameExist`]: one(`${path} name`, () => ({ id, name: word() })),
        [`POST ${path}/updateIsDefault`]: one(`${path} default`, async () => ({
          id: (await bare()).id,
        })),
      };
      return Object.entries(calls);
    }),
  );
}

interface Resource {
  readonly add: Endpoint;
}

const opening = ['stock', 'openingPayable', 'openingAmount'];

/** What is in the books can't be deleted, so what is to be deleted has no opening. */
const withoutStock = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !opening.includes(name)));

async function productUpdate(
  { server, token, ids, prices }: World,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Input> {
  const { barcodes } = await server.call(products.infoCall, { id }, token);
  return {
    id,
    version,
    unitName: 'piece',
    categoryId: ids.category,
    barcodes: barcodes.map((row) => ({ id: row.id, code: row.code, unit: row.unit })),
    stock: [{ warehouseId: ids.branch, openingStock: '2', openingPrice: prices.purchase }],
  };
}

/** The record of the company that a path is about. */
export function recordAt({ ids, documents, company }: World, path: string): string {
  const [, first = ''] = path.split('/');
  const records: Readonly<Record<string, string>> = {
    unit: ids.unit,
    brand: ids.brand,
    services: ids.service,
    priceList: ids.priceList,
    promotion: ids.promotion,
    materialAttribute: ids.attribute,
    materialCategory: ids.category,
    material: ids.product,
    supplier: ids.customer,
    person: ids.salesperson,
    depot: ids.warehouse,
    oauth: ids.application,
    webhook: ids.webhook,
    account: ids.account,
    inOutItem: ids.incomeItem,
    exchangeRate: ids.exchangeRate,
    openingDebt: ids.openingDebt,
    movingFigure: ids.movingFigure,
    organization: ids.institution,
    financialCategory: ids.revenueClass,
    ledgerAccount: ids.ledgerAccount,
    tkof: ids.relation,
    logistics: ids.logisticsCompany,
    depotHead: documents.purchaseIn.id,
    accountHead: documents.moneyIn.id,
    user: ids.user,
    role: company.roleIds.keeper,
  };
  return records[first] ?? ids.product;
}

/** Calls with a shape of their own. */
function particular(world: World): Readonly<Record<string, readonly Sample[]>> {
  const { server, token, ids, documents, barcodes, word, company } = world;
  const sent = async (endpoint: Endpoint, input: Input) => {
    await server.call(endpoint as never, input as never, token);
  };
  const goods = '/depotHead';
  const money = '/accountHead';
  const setStatus =
    (
      family: typeof goodsDocuments | typeof moneyDocuments,
      add: () => Promise<{ id: string }>,
      status: '0' | '1',
    ) =>
    async (): Promise<Input> => {
      const { id } = await add();
      if (status === '0') await sent(family.setStatus, { ids: id, status: '1' });
      return { ids: id, status };
    };
  const sale = () => world.addGoods('saleOut');
  const item = () => world.addMoney('itemIn');
  const notice = (): InputOf<typeof addAnnouncement> => ({
    title: word(),
    content: `<p>${word()}</p>`,
    audience: 'user',
    audienceIds: [ids.user],
  });
  const announced = () => server.call(addAnnouncement, notice(), token);
  const otherSession = async () =>
    (await server.call(ownSessions, {}, token)).find(({ current }) => !current)?.id;
  const message = async (): Promise<string> => {
    await announced();
    return (await server.call(messagesByStatus, { status: '1' }, token))[0]?.id ?? '';
  };
  return {
    [`GET ${goods}/info`]: goodsKindCodes.map((kind) =>
      sample(`info ${kind}`, () => ({ id: documents[kind].id })),
    ),
    [`GET ${money}/info`]: moneyKindCodes.map((kind) =>
      sample(`info ${kind}`, () => ({ id: documents[kind].id })),
    ),
    'PUT /moving/program': one('a former program', () => ({ program: 'odoo' })),
    [`GET ${goods}/getDetailByNumber`]: one('by number', () => ({
      number: documents.saleOut.number,
      kind: 'saleOut',
    })),
    [`GET ${money}/getDetailByNumber`]: one('by number', () => ({
      number: documents.moneyIn.number,
    })),
    [`POST ${goods}/addDepotHeadAndDetail`]: [
      ...goodsKindCodes.map((kind) => sample(`add ${kind}`, () => ({ ...world.goodsInput(kind) }))),
      sample('add a sale with everything', () => saleWithEverything(world)),
    ],
    [`PUT ${goods}/updateDepotHeadAndDetail`]: (
      ['purchaseIn', 'saleOut', 'transfer', 'retailOut'] as const
    ).map((kind) =>
      sample(`update ${kind}`, async () => {
        const { id, version } = await world.addGoods(kind);
        return { ...world.goodsInput(kind), id, version };
      }),
    ),
    [`POST ${money}/addAccountHeadAndDetail`]: moneyKindCodes.map((kind) =>
      sample(`add ${kind}`, async () => ({ ...(await world.moneyInput(kind)) })),
    ),
    [`PUT ${money}/updateAccountHeadAndDetail`]: (['moneyIn', 'itemOut', 'giro'] as const).map(
      (kind) =>
        sample(`update ${kind}`, async () => {
          const input = await world.moneyInput(kind);
          const { id, version } = await server.call(moneyDocuments.add, input, token);
          return { ...input, id, version };
        }),
    ),
    [`DELETE ${goods}/delete`]: one('delete', async () => ({ id: (await sale()).id })),
    [`DELETE ${money}/delete`]: one('delete', async () => ({ id: (await item()).id })),
    [`DELETE ${goods}/deleteBatch`]: one('delete two', async () => ({
      ids: `${(await sale()).id},${(await sale()).id}`,
    })),
    [`DELETE ${money}/deleteBatch`]: one('delete two', async () => ({
      ids: `${(await item()).id},${(await item()).id}`,
    })),
    [`POST ${goods}/batchSetStatus`]: [
      sample('approve', setStatus(goodsDocuments, sale, '1')),
      sample('reverse', setStatus(goodsDocuments, sale, '0')),
      sample('approve two', async () => ({
        ids: `${(await sale()).id},${(await sale()).id}`,
        status: '1',
      })),
    ],
    [`POST ${money}/batchSetStatus`]: [
      sample('approve', setStatus(moneyDocuments, item, '1')),
      sample('reverse', setStatus(moneyDocuments, item, '0')),
    ],
    [`GET ${goods}/convert`]: one('convert', () => ({
      ids: documents.saleOrder.id,
      kind: 'saleOut',
    })),
    [`GET ${goods}/agreed`]: one('agreed', () => ({ id: documents.saleOut.id })),
    ['GET /depotItem/getDetailList']: one('lines', () => ({ headerId: documents.saleOut.id })),
    [`POST ${goods}/forceCloseBatch`]: one('close', async () => {
      const order = await world.addGoods('saleOrder');
      await sent(goodsDocuments.setStatus, { ids: order.id, status: '1' });
      const input = world.goodsInput('saleOut');
      const [line] = input.lines;
      const lines = [{ ...line, quantity: '1', sourceDocumentId: order.id, sourceLine: 1 }];
      await sent(goodsDocuments.add, { ...input, lines });
      return { ids: order.id };
    }),
    // Nothing of its purchasing is begun.
    [`POST ${goods}/forceClosePurchaseBatch`]: one(
      'close purchases',
      () => ({ ids: documents.saleOrder.id }),
      422,
    ),
    [`PUT ${goods}/quickEdit`]: one('remark', () => ({
      id: documents.saleOrder.id,
      remark: `remark ${word()}`,
    })),
    [`POST ${goods}/batchSetLastDebt`]: one('recount', () => ({ ids: documents.saleOut.id })),
    [`POST ${goods}/batchSetLastDeposit`]: one('recount', () => ({ ids: documents.saleOrder.id })),
    [`GET ${goods}/getBillTree`]: one('tree', () => ({ id: documents.saleOrder.id })),
    ...Object.fromEntries(
      Object.entries(orderCalls).map(([step, { path }]) => [
        `POST ${path}`,
        one(step, async () => {
          const order = await world.addGoods('saleOrder');
          const ids = order.id;
          const approve = (status: '0' | '1') => sent(goodsDocuments.setStatus, { ids, status });
          await approve('1');
          if (step === 'unfreeze') await sent(orderCalls.complete, { ids });
          if (step === 'confirm') await sent(orderCalls.askConfirmation, { ids });
          if (step === 'arrive') {
            const input = world.goodsInput('saleOut');
            const lines = input.lines.map((line, at) => ({
              ...line,
              sourceDocumentId: ids,
              sourceLine: at + 1,
            }));
            await sent(goodsDocuments.add, { ...input, status: '1', lines });
          }
          return step === 'cancel' ? { ids, reason: 'out of season' } : { ids };
        }),
      ]),
    ),
    [`GET ${goods}/purchaseReviewLines`]: one('review lines', () => ({
      id: documents.purchaseIn.id,
    })),
    [`POST ${goods}/batchSetReview`]: (['approved', 'rejected'] as const).flatMap((result) =>
      one(result, async () => ({
        ids: (await world.addGoods('purchaseOrder')).id,
        result,
        comment: 'as agreed',
      })),
    ),
    [`POST ${goods}/batchReverseReview`]: one('reverse review', async () => {
      const { id: ids } = await world.addGoods('purchaseOrder');
      await sent(goodsDocuments.setStatus, { ids, status: '1' });
      return { ids, comment: 'too early' };
    }),
    ['GET /depotItem/findStockByDepotAndBarCode']: one('stock', () => ({
      barCode: barcodes.plain,
      depotId: ids.warehouse,
    })),
    ['GET /depotItem/getBatchNumberList']: one('lots', () => ({
      barCode: barcodes.lot,
      depotId: ids.warehouse,
    })),
    ['GET /serialNumber/getEnableSerialNumberList']: one('serials', () => ({
      barCode: barcodes.serial,
      depotId: ids.warehouse,
    })),
    ['GET /material/getMaterialByBarCode']: (
      ['purchaseIn', 'saleOut', 'retailOut', 'moneyIn'] as const
    ).map((kind) =>
      sample(`line of ${kind}`, () => ({
        barCode: `${barcodes.plain},${barcodes.box}`,
        kind,
        organId: ids.customer,
        depotId: ids.warehouse,
      })),
    ),
    ['POST /msg/batchUpdateStatus']: one('read', async () => ({
      ids: await message(),
      status: '2',
    })),
    ['DELETE /msg/deleteBatch']: one('delete', async () => ({ ids: await message() })),
    ['GET /sys/annountCement/queryById']: one('message', async () => ({ id: await message() })),
    ['POST /announcement/add']: one('announce', notice),
    ['DELETE /announcement/delete']: one('withdraw', async () => ({ id: (await announced()).id })),
    ['POST /user/login']: one('login', () => ({
      loginName: callerOf(company),
      password: sha256(passwordOf(callerOf(company))),
    })),
    // A right one would change the password under the other tests.
    ['POST /user/updatePwd']: one(
      'password',
      () => ({
        userId: ids.user,
        oldpassword: sha256('not the old one'),
        password: sha256('Another-9-one'),
      }),
      422,
    ),
    ['GET /cas/client/validateLogin']: one(
      'ticket',
      () => ({ ticket: 'ST-1', service: 'https://trade.example' }),
      422,
    ),
    ['POST /user/registerUser']: one(
      'register',
      () => ({ loginName: 'newcomer', password: sha256('Aa-9-long'), companyName: 'Newcomer Ltd' }),
      422,
    ),
    ['POST /user/loginSecondStep']: one(
      'second step',
      () => ({ challenge: sha256('no challenge'), code: '123456' }),
      422,
    ),
    ['POST /userSecondFactor/start']: one('set up', () => ({
      password: sha256(passwordOf(company.code)),
    })),
    ['POST /userSecondFactor/confirm']: one('confirm', () => ({ code: 'no code at all' }), 422),
    ['POST /userSecondFactor/stop']: one(
      'stop',
      () => ({ password: sha256(passwordOf(company.code)), code: '123456' }),
      422,
    ),
    ['GET /platformConfig/getPlatformConfigByKey']: one('public value', () => ({
      platformKey: 'register_flag',
    })),
    ['DELETE /userSession/delete']: one('a session', async () => {
      const spare = await otherSession();
      if (spare !== undefined) return { id: spare };
      const { code: loginName } = company;
      await server.call(login, { loginName, password: sha256(passwordOf(loginName)) }, '');
      return { id: await otherSession() };
    }),
    ['POST /function/findMenuByPNumber']: one('menu', () => ({ userId: ids.user })),
    ...identity(world),
    ...lineSamples(world),
    ...sheetSamples(world),
    ...stockSamples(world),
    ...bookSamples(world),
    ...invoiceSamples(world),
    ...bankSamples(world),
    ...viewSamples(world),
    ...platformSamples(world),
    ...logisticsSamples(world),
    ...printSamples(world),
    ...openApiSamples(world),
    ...catalogSamples(world),
    ['POST /sys/pageView']: one('views', () => ({
      views: [{ url: '/dashboard/analysis', views: 1 }],
    })),
    ['PUT /userPreference/update']: one('preference', () => ({ name: word(), value: { a: [1] } })),
    // The company was made without samples.
    ['POST /samples/fill']: one('samples', () => ({}), 404),
    ['POST /samples/empty']: one('no samples', () => ({}), 404),
    ['PUT /systemConfig/update']: one('settings', async () => ({
      version: (await server.call(currentSettings, {}, token)).version,
      companyFax: '010-66668888',
    })),
    ['POST /material/batchUpdate']: one('batch', () => ({
      ids: `${ids.product},${ids.boxed}`,
      material: { categoryId: ids.category, maker: word() },
    })),
    ['GET /material/checkIsExist']: one('is there', () => ({
      id: ids.product,
      name: word(),
      unitId: ids.unit,
    })),
    ['GET /material/findBySelect']: one('picker', () => ({
      q: world.mark,
      depotId: ids.warehouse,
      categoryId: ids.category,
    })),
    ['GET /materialsExtend/checkIsBarCodeExist']: one('barcode', () => ({
      id: ids.product,
      barCode: barcodes.plain,
    })),
    ['POST /supplier/findBySelect_sup']: one('choices', () => ({ organId: ids.supplier })),
    ['POST /supplier/findBySelect_cus']: one('choices', () => ({ organId: ids.customer })),
    ['POST /supplier/findBySelect_retail']: one('choices', () => ({ organId: ids.member })),
    ['POST /supplier/findBySelect_organ']: one('choices', () => ({ organId: ids.member })),
    ['GET /organization/getOrganizationTree']: one('tree', () => ({ id: ids.institution })),
    ['POST /sys/selectDepart']: one('switch', () => ({
      orgCode: world.institutionCode,
      username: company.code,
    })),
    ['GET /sys/duplicate/check']: one('free', () => ({
      tableName: 'depot',
      fieldName: 'name',
      fieldVal: word(),
      dataId: ids.warehouse,
    })),
    ['GET /sys/checkRule/checkByCode']: one('kept', () => ({ ruleCode: 'name', value: word() })),
    ...menuCalls(world),
    ['GET /log/info']: one('an entry', async () => {
      const reply = await server.request('GET', '/log/list', { pageSize: 1 }, token);
      return { id: reply.json<{ data: { rows: { id: string }[] } }>().data.rows[0]?.id };
    }),
    ['GET /exchangeRate/ratesOfDay']: one('rates', () => ({})),
    ['GET /financialCategory/getTreeById']: one('tree', () => ({ id: ids.revenueClass })),
    ['GET /materialCategory/getMaterialCategoryTree']: one('tree', () => ({ id: ids.category })),
  };
}

/** Users and roles: anyone who is changed is made for it, since the others are still needed. */
function identity(world: World): Readonly<Record<string, readonly Sample[]>> {
  const { server, token, ids, word, company } = world;
  const added = () => server.call(users.add, { loginName: word(), name: word() }, token);
  const user = async (): Promise<string> => (await added()).id;
  const role = async (): Promise<string> =>
    (await server.call(roles.add, { name: word(), dataScope: 'own' }, token)).id;
  const grants = async (): Promise<Input> => ({
    type: 'UserDepot',
    keyId: await user(),
    add: [ids.warehouse],
    remove: [ids.branch],
  });
  return {
    ['POST /user/addUser']: one('add a user', () => ({
      loginName: word(),
      name: word(),
      roleId: company.roleIds.keeper,
      password: sha256(word()),
    })),
    ['PUT /user/updateUser']: one('update a user', async () => {
      const { id } = await added();
      const { version, loginName, name } = await server.call(users.infoCall, { id }, token);
      return { id, version, loginName, name, roleId: company.roleIds.keeper };
    }),
    ['DELETE /user/delete']: one('delete a user', async () => ({ id: await user() })),
    ['DELETE /user/deleteBatch']: one('delete users', async () => ({
      ids: `${await user()},${await user()}`,
    })),
    ['POST /user/batchSetStatus']: one('switch users off', async () => ({
      ids: `${await user()},${await user()}`,
      status: '0',
    })),
    ['POST /user/resetPwd']: one('reset a password', async () => ({ id: await user() })),
    ['POST /user/viewAs']: one('look through their eyes', async () => ({ id: await user() })),
    ['GET /userBusiness/getBasicData']: (['UserDepot', 'UserCustomer'] as const).map((type) =>
      sample(`grants ${type}`, () => ({ type, keyId: ids.user })),
    ),
    ['PUT /userBusiness/update']: one('grant', grants),
    ['POST /userBusiness/add']: one('grant', grants),
    ['GET /userBusiness/checkIsValueExist']: one('anything granted', () => ({
      type: 'UserDepot',
      keyId: ids.user,
    })),
    ['GET /user/getUserWithChecked']: [
      sample('users of a warehouse', () => ({ type: 'UserDepot', value: ids.warehouse })),
      sample('users of a customer', () => ({ type: 'UserCustomer', value: ids.customer })),
    ],
    ['POST /userBusiness/updateOneValueByKeyIdAndType']: one('grant to users', async () => ({
      type: 'UserCustomer',
      value: ids.customer,
      add: [await user()],
    })),
    ['GET /function/findRoleFunctionsById']: one('pages of a role', () => ({
      roleId: company.roleIds.keeper,
    })),
    ['POST /userBusiness/updateRoleFunctions']: one('give pages', async () => ({
      roleId: await role(),
      urls: ['/bill/sale_out'],
    })),
    ['POST /userBusiness/updateBtnStr']: one('give buttons', async () => {
      const roleId = await role();
      await server.call(setRoleFunctions, { roleId, urls: ['/bill/sale_out'] }, token);
      return { roleId, btnStr: [{ url: '/bill/sale_out', buttons: ['1'] }] };
    }),
  };
}

/** What the platform's people do to the menu, on pages made for it. */
function menuCalls({ server, word, code }: World): Readonly<Record<string, readonly Sample[]>> {
  const fields = () => ({
    number: code(),
    nameZh: word(),
    nameEn: word(),
    parentNumber: '0101',
    url: `/${word()}`,
    component: '/system/UnitList',
    sort: '99',
  });
  const fresh = async () => server.call(functions.add, fields(), await server.signIn('admin'));
  return {
    ['POST /function/add']: one('a page', fields),
    ['PUT /function/update']: one('a page', async () => ({ ...fields(), ...(await fresh()) })),
    ['GET /function/info']: one('a page', async () => ({ id: (await fresh()).id })),
    ['DELETE /function/delete']: one('a page', async () => ({ id: (await fresh()).id })),
    ['DELETE /function/deleteBatch']: one('two pages', async () => ({
      ids: `${(await fresh()).id},${(await fresh()).id}`,
    })),
    ['GET /function/getFunctionTree']: one('the tree', () => ({})),
  };
}

/** A sales outbound from an order that names whatever a document of goods can name. */
async function saleWithEverything(world: World): Promise<Input> {
  const { server, token, ids } = world;
  const order = await world.addGoods('saleOrder');
  await server.call(goodsDocuments.setStatus, { ids: order.id, status: '1' }, token);
  const input = world.goodsInput('saleOut');
  return {
    ...input,
    accountId: ids.bank,
    paidNow: '3',
    settlements: [
      { accountId: ids.account, amount: '1' },
      { accountId: ids.bank, amount: '2' },
    ],
    discountRate: '1',
    freight: '2',
    lines: input.lines.map((line) => ({ ...line, sourceDocumentId: order.id, sourceLine: 1 })),
  };
}

interface Shape {
  readonly type?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Builds an input from its schema: required fields, and every optional id. */
export function derived(world: World, { path, input }: Pick<Endpoint, 'path' | 'input'>): Input {
  const { properties = {}, required = [] } = input as TSchema as Shape;
  const wanted = Object.entries(properties).filter(
    ([name, shape]) => required.includes(name) || isId(shape),
  );
  return Object.fromEntries(
    wanted.map(([name, shape]) => [name, valueFor(world, path, name, shape)]),
  );
}

const isId = ({ pattern }: Shape): boolean => pattern?.startsWith('^[0-9]{1,18}') === true;

function valueFor(world: World, path: string, name: string, shape: Shape): unknown {
  const { ids, documents, word } = world;
  const known: Readonly<Record<string, string>> = {
    organId: ids.customer,
    depotId: ids.warehouse,
    warehouseId: ids.warehouse,
    categoryId: ids.category,
    accountId: ids.account,
    headerId: documents.purchaseIn.id,
    userId: ids.user,
  };
  if (shape.const !== undefined) return shape.const;
  if (shape.anyOf !== undefined) return valueFor(world, path, name, shape.anyOf[0] ?? {});
  if (isId(shape)) return known[name] ?? recordAt(world, path);
  if (shape.type === 'string') return shape.pattern === undefined ? word() : '1';
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return true;
  if (shape.type === 'array') return [];
  const { properties = {}, required = [] } = shape;
  return Object.fromEntries(
    required.map((part) => [part, valueFor(world, path, part, properties[part] ?? {})]),
  );
}

/** Builds the search input of a list: its required filters. A year of the stock ledger needs a product. */
export const searchFor = ({ ids }: World, table: TableDeclaration): Input => ({
  ...(table === stockLedgerTable ? { materialId: ids.product } : {}),
  ...neededSearch(table, {
    product: ids.product,
    account: ids.account,
    partner: ids.customer,
    customer: ids.customer,
    supplier: ids.supplier,
    member: ids.member,
    // No more than twelve months, which is as many as stand side by side.
    dates: [`${thisYear()}-01-01`, `${thisYear()}-12-31`],
  }),
});
