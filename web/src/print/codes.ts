import type { PrintTemplate } from '@tradehouse/contract';
import type { LabelCode } from '@tradehouse/domain';

type Code = PrintTemplate['header']['code'];

const asAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
/** Stretched to the place it has on paper: bars are only distinguished by their widths. */
const stretched = (svg: string): string => svg.replace('<svg ', '<svg preserveAspectRatio="none" ');

/** A picture of a text to be scanned, as an address of the `data:` scheme; what draws it is loaded when it is first needed. */
export async function codePicture(kind: Exclude<Code, 'none'>, text: string): Promise<string> {
  const { code128, drawingSVG, qrcode } = await import('bwip-js/browser');
  const draw = drawingSVG();
  return asAddress(
    kind === 'qr'
      ? qrcode({ bcid: 'qrcode', text }, draw)
      : stretched(code128({ bcid: 'code128', text, height: 8 }, draw)),
  );
}

/** Draws a code of a text that can be one, with the white that scanners need beside it. */
export type DrawCode = (code: LabelCode, text: string) => string;

/** What draws codes of labels; each is drawn once. */
export async function codesOfLabels(): Promise<DrawCode> {
  const { code128, drawingSVG, ean13, qrcode } = await import('bwip-js/browser');
  const picture: DrawCode = (code, text) => {
    const draw = drawingSVG();
    if (code === 'qr') return qrcode({ bcid: 'qrcode', text, padding: 2 }, draw);
    const beside = { text, height: 8, paddingwidth: 10 };
    return stretched(
      code === 'ean13'
        ? ean13({ bcid: 'ean13', ...beside }, draw)
        : code128({ bcid: 'code128', ...beside }, draw),
    );
  };
  const drawn = new Map<string, string>();
  return (code, text) => {
    const key = `${code} ${text}`;
    const address = drawn.get(key) ?? asAddress(picture(code, text));
    drawn.set(key, address);
    return address;
  };
}
