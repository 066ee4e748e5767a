package judge;

import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.trans.XPathException;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The official XSDs and schematrons (compiled to XSLT by their makers), each loaded once, at its first use. */
final class Sheets {
    private static final Map<String, String> FOLDERS = Map.of( // profile → folder of its XSD
        "minimum", "MINIMUM", "basicwl", "BASIC-WL", "basic", "BASIC", "en16931", "EN16931", "extended", "EXTENDED");

    /** How the guideline of EXTENDED-CTC-FR ends, whose sheet has the rules of EN 16931 as far as they apply to it. */
    private static final String CTC = ":extended-ctc-fr";

    private final Path home;
    private final Processor saxon = new Processor(false);
    private final Map<Path, XsltExecutable> stylesheets = new HashMap<>();
    private final Map<String, Schema> schemas = new HashMap<>();
    private final Map<String, XdmNode> codeLists = new HashMap<>();

    Sheets(Path home) {
        this.home = home;
    }

    void judge(byte[] xml, List<?> layers, Map<String, Object> answer) throws Exception {
        XdmNode invoice;
        try {
            var builder = saxon.newDocumentBuilder();
            builder.setLineNumbering(true);
            invoice = builder.build(new StreamSource(new ByteArrayInputStream(xml)));
        } catch (SaxonApiException e) {
            answer.put("malformed", e.getMessage());
            return;
        }
        String guideline = guideline(invoice);
        String root = ((XdmItem) saxon.newXPathCompiler().evaluateSingle("local-name(/*)", invoice)).getStringValue();
        if (root.equals("Invoice") || root.equals("CreditNote")) {
            judgeUbl(xml, invoice, root, guideline, layers, answer);
            return;
        }
        String profile = profile(guideline);
        answer.put("guideline", guideline);
        answer.put("profile", profile);
        String folder = FOLDERS.get(profile);
        if (layers.contains("xsd")) answer.put("xsd", schemaErrors(xml, isOtherUsage(guideline)
                ? "rules/fr/cii-extended-ctc-fr/CrossIndustryInvoice_100pD22B.xsd"
                : "rules/schema/ZF_250/" + folder + "/FACTUR-X_" + folder.replace("-", "") + ".xsd"));
        if (layers.contains("cen") && guideline.endsWith(CTC))
            answer.put("ctc", run(home.resolve("rules/fr/cii-extended-ctc-fr/EXTENDED-CTC-FR-CII.xslt"), invoice));
        else if (layers.contains("cen"))
            answer.put("cen", run(home.resolve("rules/xslt/en16931schematron/EN16931-CII-validation.xslt"), invoice));
        if (layers.contains("cen") && guideline != null && guideline.contains(":xrechnung_3.0"))
            answer.put("xrechnung",
                    run(home.resolve("rules/external/schematron/3.0.2/XRechnung-CII-validation.xslt"), invoice));
        if (layers.contains("profile"))
            answer.put("profileRules", run(home.resolve("rules/xslt/ZF_250/FACTUR-X_" + folder + ".xslt"), invoice));
        if (layers.contains("fr")) answer.put("fr", run(home.resolve("rules/fr/BR-FR-Flux2-Schematron-CII.xslt"), invoice));
    }

    /** UBL: its schema, the sheets of CEN and France, and those of the usage that the file names. */
    private void judgeUbl(byte[] xml, XdmNode invoice, String root, String guideline, List<?> layers, Map<String, Object> answer)
            throws Exception {
        answer.put("guideline", guideline);
        answer.put("profile", "ubl");
        if (layers.contains("xsd"))
            answer.put("xsd", schemaErrors(xml, "rules/fr/ubl-2.1/maindoc/UBL-" + root + "-2.1.xsd"));
        if (layers.contains("cen") && guideline.endsWith(CTC))
            answer.put("ctc", run(home.resolve("rules/fr/ubl-2.1/EXTENDED-CTC-FR-UBL.xslt"), invoice));
        else if (layers.contains("cen"))
            answer.put("cen", run(home.resolve("rules/xslt/en16931schematron/EN16931-UBL-validation.xslt"), invoice));
        if (layers.contains("cen") && guideline.contains(":xrechnung_3.0"))
            answer.put("xrechnung",
                    run(home.resolve("rules/external/schematron/3.0.2/XRechnung-UBL-validation.xslt"), invoice));
        if (layers.contains("cen") && guideline.contains(":peppol"))
            answer.put("peppol", run(
                    home.resolve("rules/external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt"), invoice));
        if (layers.contains("fr"))
            answer.put("fr", run(home.resolve("rules/fr/ubl-2.1/BR-FR-Flux2-Schematron-UBL.xslt"), invoice));
    }

    /** Findings of one sheet, or one with the id CRASH when the sheet itself fails on this invoice. */
    private List<Map<String, Object>> run(Path sheet, XdmNode invoice) throws SaxonApiException, IOException {
        XsltTransformer transformer = stylesheet(sheet).load();
        transformer.setResourceResolver(request -> codeList(request.uri));
        XdmDestination report = new XdmDestination();
        transformer.setMessageHandler(message -> { });
        transformer.setErrorReporter(error -> { });
        transformer.setInitialContextNode(invoice);
        transformer.setDestination(report);
        List<Map<String, Object>> found = new ArrayList<>();
        try {
            transformer.transform();
        } catch (SaxonApiException e) {
            found.add(row("CRASH", "fatal", "", e.getMessage()));
            return found;
        }
        XPathCompiler xpath = saxon.newXPathCompiler();
        xpath.declareNamespace("svrl", "http://purl.oclc.org/dsdl/svrl");
        for (XdmItem item : xpath.evaluate("//svrl:failed-assert", report.getXdmNode())) {
            XdmNode node = (XdmNode) item;
            String text = xpath.evaluateSingle("normalize-space(svrl:text)", node).getStringValue();
            found.add(row(attribute(node, "id"), attribute(node, "flag"), attribute(node, "location"), text));
        }
        return found;
    }

    private synchronized XsltExecutable stylesheet(Path sheet) throws SaxonApiException, IOException {
        XsltExecutable executable = stylesheets.get(sheet);
        if (executable == null) {
            executable = saxon.newXsltCompiler().compile(lean(sheet));
            stylesheets.put(sheet, executable);
        }
        return executable;
    }

    /** A code list that a sheet reads, parsed once and not for every invoice: that takes as long as the rules. */
    private synchronized Source codeList(String uri) throws XPathException {
        try {
            if (!codeLists.containsKey(uri)) codeLists.put(uri, saxon.newDocumentBuilder().build(new StreamSource(uri)));
            return codeLists.get(uri).getUnderlyingNode();
        } catch (SaxonApiException e) {
            throw XPathException.makeXPathException(e);
        }
    }

    /**
     * A sheet without what it writes into svrl:active-pattern: for each of up to 80 patterns the text of the whole invoice, which nobody
     * reads. No rule is in that walk: each has the mode of its pattern.
     */
    private static Source lean(Path sheet) throws IOException {
        String text = Files.readString(sheet);
        String lean = text.replaceAll("<xsl:apply-templates ?/>(?=\\s*</svrl:active-pattern>)", "");
        return new StreamSource(new StringReader(lean), sheet.toUri().toString());
    }

    private static Map<String, Object> row(String id, String flag, String location, String text) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", id);
        row.put("flag", flag == null ? "fatal" : flag);
        row.put("location", location == null ? "" : location.replaceAll("\\*:(\\w+)\\[namespace-uri\\(\\)='[^']*'\\]", "$1"));
        row.put("text", text);
        return row;
    }

    private static String attribute(XdmNode node, String name) {
        return node.getAttributeValue(new QName(name));
    }

    private List<String> schemaErrors(byte[] xml, String name) throws SAXException, IOException {
        List<String> errors = new ArrayList<>();
        Validator validator = schema(name).newValidator();
        validator.setErrorHandler(new ErrorHandler() {
            public void warning(SAXParseException e) {
            }

            public void error(SAXParseException e) {
                errors.add("line " + e.getLineNumber() + ": " + e.getMessage());
            }

            public void fatalError(SAXParseException e) {
                error(e);
            }
        });
        try {
            validator.validate(new StreamSource(new ByteArrayInputStream(xml)));
        } catch (SAXException e) {
            if (errors.isEmpty()) errors.add(e.getMessage());
        }
        return errors;
    }

    private synchronized Schema schema(String name) throws SAXException {
        Schema schema = schemas.get(name);
        if (schema == null) {
            schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(home.resolve(name).toFile());
            schemas.put(name, schema);
        }
        return schema;
    }

    private String guideline(XdmNode invoice) throws SaxonApiException {
        XPathCompiler xpath = saxon.newXPathCompiler();
        XdmItem found = xpath.evaluateSingle(
            "string((//*:GuidelineSpecifiedDocumentContextParameter/*:ID, /*/*:CustomizationID)[1])", invoice);
        return found == null ? "" : ((XdmAtomicValue) found).getStringValue().trim();
    }

    /** Whether a guideline is a usage of EN 16931 by others, which have the whole schema of CII. */
    private static boolean isOtherUsage(String guideline) {
        return guideline.startsWith("urn:cen.eu:en16931:2017#") && !guideline.contains("factur-x.eu") && !guideline.contains("zugferd.de");
    }

    /** The profile whose sheets judge this guideline (BT-24); whatever is not a Factur-X profile is judged as EN 16931. */
    private static String profile(String guideline) {
        if (guideline.endsWith("minimum")) return "minimum";
        if (guideline.endsWith("basicwl")) return "basicwl";
        if (guideline.endsWith(":basic")) return "basic";
        if (guideline.endsWith("extended")) return "extended";
        return "en16931";
    }
}
