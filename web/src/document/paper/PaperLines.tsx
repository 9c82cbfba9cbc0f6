import { useSettings } from '../../app/settings/settings.ts';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { paperColumns, written } from './paperColumns.ts';
import type { PaperColumn, PaperReply } from './paperColumns.ts';

const sideOf = ({ write }: PaperColumn): 'right' | undefined =>
  write === undefined ? undefined : 'right';

const cellOf = (column: PaperColumn) => ({
  className: sideOf(column),
  'data-column': column.id,
  'data-title': column.title,
});

/** The lines as they stand on paper: only columns that say something, totals at the foot. */
export function PaperLines({ reply }: { readonly reply: PaperReply }) {
  const own = useSettings();
  const { lines } = reply;
  const columns = paperColumns(reply, own);
  return (
    // It scrolls sideways on a phone, so the arrow keys must get there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="paper-lines" tabIndex={0} role="region" aria-label={t('editor.lines.label')}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={sideOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={line.line}>
              <td className="right">{at + 1}</td>
              {columns.map((column) => (
                <td key={column.id} {...cellOf(column)}>
                  {column.id === 'barcode' && line.imageId !== null && (
                    <Thumbnail id={line.imageId} name={line.productName} />
                  )}
                  {written(column, column.read(line))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Σ</td>
            {columns.map((column) => (
              <td key={column.id} {...cellOf(column)}>
                {written(column, column.total?.(lines))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
