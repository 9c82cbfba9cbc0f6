import type { Called } from '../phrase/called.ts';

export interface ApiVersion {
  readonly version: string;
  readonly changes: Called;
}

/**
 * Versions of the open API, newest first. An addition raises the second number: programs must ignore
 * unknown fields. A change or removal raises the first number, and gets paths of its own.
 */
export const apiVersions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: '1.2',
    changes: {
      'zh-cn': '订单明细适用当日促销，可带优惠码',
      en: 'Lines of orders get the promotions of the day, and orders may have a coupon code',
    },
  },
  {
    version: '1.1',
    changes: {
      'zh-cn': '新增物流轨迹查询与 Webhook；平台商品编码的外部订单',
      en: 'Added tracks of shipments, webhooks, and orders by product codes of platforms',
    },
  },
  {
    version: '1.0',
    changes: {
      'zh-cn': '签名换取令牌；商品、库存、往来单位、订单、出库单列表；新增销售订单',
      en: 'Tokens for signatures; lists of products, stock, partners, orders and outbounds; new orders',
    },
  },
];

/** Present version, in the header `X-Api-Version` of every reply to programs. */
export const apiVersion = apiVersions[0].version;
