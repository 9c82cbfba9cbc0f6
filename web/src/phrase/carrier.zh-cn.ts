import type { carrierEn } from './carrier.en.ts';

/** 物流公司的接口与运价的每一句话。 */
export const carrierZhCn: { readonly [Key in keyof typeof carrierEn]: string } = {
  'carrier.trackingHint': '花括号处代入运单号，例如 {example}',
  'carrier.prefixHint': '该公司承运的物流单号以此开头',
  'carrier.fedexHint':
    '接口账号填 FedEx 项目的 API Key，接口密钥填 Secret Key；沙箱的账号和密钥是另一套',
  'carrier.fedex.production': 'FedEx 正式地址',
  'carrier.fedex.sandbox': 'FedEx 沙箱地址',
  'carrier.replace': '替换密钥',
  'carrier.secretHint': '留空则密钥不变',
  'carrier.calls': '接口调用记录',
  'carrier.test': '测试连接',
  'carrier.reachable': '接口连接正常',
  'carrier.noTariff': '还没有运价：接口未启用或没有应答时，按这里的运价计算',
  'carrier.addLine': '添加运价',
  'carrier.elsewhere': '其他地区',
  'carrier.service': '服务',
  'carrier.zone': '地区',
  'carrier.fromKg': '起重 kg',
  'carrier.toKg': '止重 kg',
  'carrier.base': '首重价',
  'carrier.perKg': '续重/kg',
  'carrier.signatureFee': '签收费',
  'carrier.days': '时效(天)',
  'carrier.incomplete': '运价第 {line} 行：请填写不小于 0 的重量和金额',
  'carrier.span': '运价第 {line} 行的截止重量必须大于起始重量',
  'carrier.overlap': '运价第 {line} 行与第 {other} 行的重量区间重叠',
};
