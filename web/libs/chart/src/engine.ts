import { BarChart, ChordChart, HeatmapChart, LineChart, PieChart } from "echarts/charts";
import {
  GridComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from "echarts/components";
import { init, use as having } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

having([
  BarChart,
  ChordChart,
  HeatmapChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
]);

export { init };
