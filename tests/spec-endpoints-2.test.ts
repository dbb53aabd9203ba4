import "./second-half";
import "./spec-endpoints.test";
