import { labelTemplates } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { RefusedFieldsContext, useRefusedFields } from '../control/refusedFields.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { t } from '../phrase/index.ts';
import { exampleFacts } from '../print/labels/example.ts';
import { useDrawCode } from '../print/labels/useLabels.ts';
import { LabelChoice, useLabelTemplateChoice } from './labelChoice.tsx';
import { LabelDesigner } from './labelDesigner.tsx';
import { LabelPreview } from './labelPreview.tsx';
import { useQueue } from './labelQueue.ts';
import { LabelRows } from './labelRows.tsx';
import './label.css';

const sides = ['queue', 'templates', 'preview'] as const;
type LabelPrintTab = (typeof sides)[number];

/** Prints labels: choice of goods, copies and template. */
export default function LabelPrint(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['labelTemplates'],
    queryFn: () => callEndpoint(labelTemplates, {}, { quiet: true }),
  });
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  return <Labels kept={data} />;
}

function Labels({ kept }: { readonly kept: ReplyOf<typeof labelTemplates> }): ReactNode {
  const queue = useQueue();
  const chosen = useLabelTemplateChoice(kept);
  const phone = usePhone();
  const [side, setSide] = useState<LabelPrintTab>('queue');
  const [designing, setDesigning] = useState(false);
  const draw = useDrawCode();
  const refused = useRefusedFields();
  const shows = (one: LabelPrintTab): boolean => !phone || side === one;
  return (
    <div className="label-page">
      {phone && (
        <Segmented<LabelPrintTab>
          aria-label={t('label.view')}
          block
          value={side}
          onChange={setSide}
          options={sides.map((value) => ({ value, label: t(`label.${value}`) }))}
        />
      )}
      <div className="label-sides">
        {shows('templates') && <LabelChoice chosen={chosen} rows={queue.rows} />}
        <RefusedFieldsContext value={refused.setRefusal}>
          <LabelRows queue={queue} hidden={!shows('queue')} />
        </RefusedFieldsContext>
        {shows('preview') && (
          <LabelPreview
            chosen={chosen}
            rows={queue.rows}
            mayPrint={refused.allow}
            onDesign={() => setDesigning(true)}
          />
        )}
      </div>
      {designing && draw !== null && (
        <LabelDesigner
          own={chosen.own}
          template={chosen.template}
          named={t(`label.kind.${chosen.choice.kind}`)}
          facts={queue.rows[0] ?? exampleFacts()}
          draw={draw}
          onClose={(saved) => {
            setDesigning(false);
            if (saved !== null) chosen.choose({ ...chosen.choice, own: saved });
          }}
        />
      )}
    </div>
  );
}
