package judge;

import org.verapdf.core.EncryptedPdfException;
import org.verapdf.core.ModelParsingException;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** PDF/A by veraPDF (greenfield parser), against the flavour the document claims in its XMP, or 3b when it claims none; one file at a time. */
final class PdfA {
    static synchronized Map<String, Object> judge(File file) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        Map<String, Object> verdict = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        try {
            PDFAFlavour claimed = claimed(file);
            PDFAFlavour flavour = claimed == null ? PDFAFlavour.PDFA_3_B : claimed;
            verdict.put("claimed", claimed == null ? null : claimed.getId());
            if (claimed == null) problems.add("the XMP metadata claims no PDF/A flavour");
            try (PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour);
                 PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, 1, false, true, false)) {
                ValidationResult result = validator.validate(parser);
                for (RuleId id : result.getFailedChecks().keySet()) {
                    Rule rule = result.getValidationProfile().getRuleByRuleId(id);
                    problems.add("clause " + id.getClause() + " test " + id.getTestNumber() + ": "
                        + (rule == null ? "" : rule.getDescription()));
                }
                if (!result.isCompliant() && problems.isEmpty()) problems.add("not compliant: " + result.getJobEndStatus());
            }
        } catch (ModelParsingException | EncryptedPdfException e) {
            problems.add("unreadable: " + e.getMessage());
        }
        verdict.put("problems", problems);
        return verdict;
    }

    private static PDFAFlavour claimed(File file) throws Exception {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(file)) {
            List<PDFAFlavour> claims = parser.getFlavours();
            return claims.isEmpty() || claims.get(0) == PDFAFlavour.NO_FLAVOUR ? null : claims.get(0);
        }
    }

    private PdfA() {
    }
}
