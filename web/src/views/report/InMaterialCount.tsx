import { inDetailTable, inMaterialCountTable } from '@tradehouse/contract';
import { countPage } from '../../list/report/countPage.tsx';

export default countPage(inMaterialCountTable, inDetailTable, 'targetWarehouses');
