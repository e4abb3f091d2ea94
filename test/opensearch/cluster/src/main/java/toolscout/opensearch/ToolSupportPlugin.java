package toolscout.opensearch;

import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.HMMChineseTokenizer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * What a stock distribution has and the published Maven artifacts lack.
 *
 * <p>Analysis: Lucene's ICU and smart Chinese components under the names that OpenSearch's own
 * analysis-icu and analysis-smartcn plugins give them, with their defaults and no options, so that
 * the same mapping works on a stock cluster.
 *
 * <p>k-NN: the published k-NN zip has no native library, and the first flush of a faiss or nmslib
 * graph would end the whole node, again after every restart. faiss is what a mapping gets that names
 * no engine. Requests that would make such a field are therefore refused: see LuceneVectorsOnly.
 */
public final class ToolSupportPlugin extends Plugin implements ActionPlugin, AnalysisPlugin {

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(new LuceneVectorsOnly());
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    DefaultICUTokenizerConfig icu = new DefaultICUTokenizerConfig(true, true);
    return Map.of(
        "icu_tokenizer",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, () -> new ICUTokenizer(icu)),
        "smartcn_tokenizer",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, HMMChineseTokenizer::new));
  }

  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "icu_folding",
        (index, environment, name, settings) -> folding(name));
  }

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of("smartcn", (index, environment, name, settings) -> new Smartcn(index, name, settings));
  }

  private static TokenFilterFactory folding(String name) {
    return new TokenFilterFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public TokenStream create(TokenStream input) {
        return new ICUFoldingFilter(input);
      }
    };
  }

  private static final class Smartcn extends AbstractIndexAnalyzerProvider<SmartChineseAnalyzer> {
    private final SmartChineseAnalyzer analyzer = new SmartChineseAnalyzer();

    Smartcn(IndexSettings index, String name, Settings settings) {
      super(index, name, settings);
    }

    @Override
    public SmartChineseAnalyzer get() {
      return analyzer;
    }
  }
}
