import type { ReactNode } from 'react';
import { NumberText } from '../NumberText.tsx';
import type { ChartPicture } from './picture.ts';

export interface ChartTableProps {
  readonly picture: ChartPicture;
  /** Meaning of the labels. */
  readonly labelled: string;
  readonly onPick?: ((at: number) => void) | undefined;
}

/** The figures behind a chart, exact. */
export const ChartTable = ({ picture, labelled, onPick }: ChartTableProps): ReactNode => (
  <table className="chart-table">
    <caption className="unseen">{picture.title}</caption>
    <thead>
      <tr>
        <th scope="col">{labelled}</th>
        {picture.series.map(({ name }) => (
          <th key={name} scope="col" className="right">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {picture.labels.map((label, at) => (
        // Two products may be called the same: only its place tells a label from others.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={at}>
          <th scope="row">
            {onPick === undefined ? (
              label
            ) : (
              <button type="button" className="link" onClick={() => onPick(at)}>
                {label}
              </button>
            )}
          </th>
          {picture.series.map(({ name, values }) => (
            <td key={name} className="right">
              <NumberText value={values[at]} as={picture.figure} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
