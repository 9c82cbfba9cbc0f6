import type { PrintTemplate } from '@tradehouse/contract';
import type { LabelCode } from '@tradehouse/domain';

type PrintCode = PrintTemplate['header']['code'];

const asAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
/** Stretches the code to the space on paper: only the widths of bars matter. */
const stretchSvg = (svg: string): string =>
  svg.replace('<svg ', '<svg preserveAspectRatio="none" ');

/** Returns a scannable code's picture as a `data:` URL; the code library is loaded on first use. */
export async function codePicture(kind: Exclude<PrintCode, 'none'>, text: string): Promise<string> {
  const { code128, drawingSVG, qrcode } = await import('bwip-js/browser');
  const draw = drawingSVG();
  return asAddress(
    kind === 'qr'
      ? qrcode({ bcid: 'qrcode', text }, draw)
      : stretchSvg(code128({ bcid: 'code128', text, height: 8 }, draw)),
  );
}

/** Draws a valid text's code, with the white margin that scanners need. */
export type DrawCode = (code: LabelCode, text: string) => string;

/** Returns the drawing function for label codes; each code is drawn once. */
export async function codesOfLabels(): Promise<DrawCode> {
  const { code128, drawingSVG, ean13, qrcode } = await import('bwip-js/browser');
  const picture: DrawCode = (code, text) => {
    const draw = drawingSVG();
    if (code === 'qr') return qrcode({ bcid: 'qrcode', text, padding: 2 }, draw);
    const beside = { text, height: 8, paddingwidth: 10 };
    return stretchSvg(
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
