import type { PrintTemplate } from '@tradehouse/contract';

/** The letters of all paper. */
export const fonts = `system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif`;

/** Everything between the margins of a page, in millimetres. */
export const innerWidth = ({ width, margins }: PrintTemplate): number =>
  width - margins.left - margins.right;

/** Millimetres left free, because a printer's page is never exactly the stated length. */
const SPARE = 0.4;

/** Returns a page's content height in millimetres, without the foot line. Null on a roll. */
export const innerHeight = ({ height, margins }: PrintTemplate): number | null =>
  height === null ? null : height - margins.top - margins.bottom - SPARE;

const tableRules = `table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 0.45mm 0.9mm; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 600; vertical-align: bottom; }
td.right, th.right { text-align: right; }
.natural { width: auto; table-layout: auto; }
.natural th, .natural td { white-space: nowrap; overflow-wrap: normal; }
.borders th, .borders td { border: 0.2mm solid #000; }
.plain thead th { border-bottom: 0.3mm solid #000; }
.plain tr.total td { border-top: 0.3mm solid #000; }
tr.total td, tr.page-sum td { font-weight: 600; }
tr { break-inside: avoid; }`;

const footRules = `.sums { display: flex; flex-wrap: wrap; gap: 0.5mm 6mm; margin-top: 1.2mm; }
.sums .wide { flex-basis: 100%; font-weight: 600; }
.sums b { font-weight: 600; }
.notes { margin: 1.2mm 0 0; font-size: 0.9em; white-space: pre-line; }
.signs { display: flex; flex-wrap: wrap; gap: 1mm 3mm; margin-top: 3mm; }
.signs > span { flex: 1 1 30mm; }
.spring { flex: 1; }
.foot { display: flex; justify-content: space-between; padding-top: 1mm; font-size: 0.82em; color: #333; }`;

const rollRules = `.roll .head, .roll .facts { display: block; }
.roll .head { text-align: center; }
.roll .logo { display: block; margin: 0 auto 1mm; }
.roll .name { max-width: none; }
.roll .facts > span { display: block; }
.roll .facts { padding: 1.2mm 0; border-bottom: 0.3mm dashed #000; }
.roll .item { padding: 0.9mm 0 0; }
.roll .item-figures { display: flex; justify-content: space-between; gap: 2mm; }
.roll .items { padding-bottom: 1.2mm; border-bottom: 0.3mm dashed #000; }
.roll .sums { display: block; }
.roll .sums > span { display: flex; justify-content: space-between; gap: 2mm; }
.roll .sums .main { font-size: 1.25em; font-weight: 600; }
.roll .code { margin-top: 3mm; }
.roll .notes, .roll .foot { text-align: center; }
.roll .foot { display: block; margin-top: 1mm; }`;

/** Returns CSS page rules: each piece of a roll is as long as its content. */
const pageRules = ({ width, height }: PrintTemplate, rolls: readonly number[]): string =>
  height === null
    ? rolls
        .map(
          (length, at) =>
            `@page roll${at} { size: ${width}mm ${length}mm; margin: 0; } .roll${at} { page: roll${at}; }`,
        )
        .join('\n')
    : `@page { size: ${width}mm ${height}mm; margin: 0; }`;

function buildSheetRules(template: PrintTemplate): string {
  const { width, height, margins, fontSize } = template;
  const margin = [margins.top, margins.right, margins.bottom, margins.left]
    .map((side) => `${side}mm`)
    .join(' ');
  return `* { box-sizing: border-box; }
html { background: #e8e8ea; }
body { margin: 0; color: #000; font: ${fontSize}pt/1.35 ${fonts}; -webkit-print-color-adjust: exact; }
.sheet {
  position: relative; display: flex; flex-direction: column; width: ${width}mm; padding: ${margin}; background: #fff;
  ${height === null ? '' : `min-height: ${height - SPARE}mm;`} break-after: page;
}
.sheet:last-child { break-after: auto; }
.measure { width: ${innerWidth(template)}mm; }
.part { display: flow-root; }
@media print { html { background: none; } }
@media screen {
  .sheet { margin: 4mm auto; box-shadow: 0 0.3mm 1.5mm rgb(0 0 0 / 25%); }
}`;
}

const headRules = (
  template: PrintTemplate,
): string => `.head { display: grid; grid-template-columns: 1fr auto 1fr; align-items: start; column-gap: 3mm; }
.logo { max-height: ${Math.max(8, template.fontSize * 1.5)}mm; max-width: 45mm; justify-self: start; }
.name { text-align: center; max-width: ${innerWidth(template) * 0.6}mm; }
.company { font-size: 1.25em; font-weight: 600; }
.company-line { font-size: 0.88em; }
.title { margin: 0.6mm 0 0; font-size: 1.5em; font-weight: 600; letter-spacing: 0.08em; }
.code { justify-self: end; text-align: center; font-size: 0.8em; line-height: 1.1; }
.code img { display: block; margin: 0 auto 0.4mm; }
.code .barcode { width: 42mm; height: 9mm; }
.code .qr { width: 17mm; height: 17mm; }
.facts {
  display: grid; grid-template-columns: repeat(${template.facts.across}, minmax(0, 1fr)); gap: 0.4mm 4mm;
  grid-auto-flow: dense;  margin: 1.5mm 0 1.2mm; overflow-wrap: anywhere;
}
.facts .wide { grid-column: span 2; }
.label { color: #333; }
.label::after { content: ': '; white-space: pre; }
.running { display: flex; justify-content: space-between; margin-bottom: 1mm; font-weight: 600; }`;

/** Returns the paper's CSS from the template's numbers only: no user text enters. */
export const sheetStyle = (template: PrintTemplate, rolls: readonly number[]): string =>
  [
    pageRules(template, rolls),
    buildSheetRules(template),
    headRules(template),
    tableRules,
    footRules,
    rollRules,
    `.roll .code .barcode { width: ${Math.min(60, innerWidth(template))}mm; height: 11mm; }`,
  ].join('\n');
