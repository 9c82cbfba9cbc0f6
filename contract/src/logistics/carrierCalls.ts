import { carrierActions, carrierResults } from '@tradehouse/domain';
import { defineTable } from '../table.ts';
import { logisticsCompanyPage } from './companies.ts';

/** Calls of carriers' APIs in the last 90 days, without secrets and contents. */
export const carrierCallTable = defineTable({
  id: 'carrierCalls',
  path: '/logistics/call/list',
  exportPath: '/logistics/call/exportExcel',
  access: { page: logisticsCompanyPage },
  columns: {
    id: { type: 'id', hidden: true },
    companyId: { type: 'id', hidden: true },
    orderId: { type: 'id', hidden: true },
    startedAt: { type: 'time', width: 150, called: { 'zh-cn': '时间', en: 'Time' } },
    companyName: { type: 'text', width: 130 },
    orderNumber: {
      type: 'text',
      code: true,
      width: 140,
      called: { 'zh-cn': '物流单号', en: 'Logistics order' },
    },
    callAction: {
      type: 'choice',
      choices: carrierActions,
      width: 100,
      called: { 'zh-cn': '动作', en: 'Action' },
    },
    callResult: {
      type: 'choice',
      choices: carrierResults,
      width: 100,
      matters: 'most',
      called: { 'zh-cn': '结果', en: 'Result' },
    },
    milliseconds: {
      type: 'integer',
      width: 90,
      called: { 'zh-cn': '耗时 ms', en: 'Duration ms' },
    },
    detail: {
      type: 'text',
      width: 260,
      called: { 'zh-cn': '物流公司的说明', en: 'Words of the carrier' },
    },
    userName: { type: 'text', width: 110 },
  },
  filters: {
    callAction: {
      by: 'choices',
      columns: ['callAction'],
      control: 'choices',
      choices: carrierActions,
      first: true,
    },
    callResult: {
      by: 'choices',
      columns: ['callResult'],
      control: 'choices',
      choices: carrierResults,
      first: true,
    },
    orderNumber: {
      by: 'contains',
      columns: ['orderNumber'],
      control: 'text',
      called: { 'zh-cn': '物流单号', en: 'Logistics order' },
    },
    companyId: { by: 'equals', columns: ['companyId'], control: 'product', behind: true },
    orderId: { by: 'equals', columns: ['orderId'], control: 'product', behind: true },
  },
  order: { column: 'startedAt', direction: 'desc' },
  nameColumn: 'startedAt',
});
